/** Turns flags as data into commander's options, and what it parsed back into values by field name. */
import { type Command as Commander, Option } from "commander";
import { usage } from "../../errors.js";
import { type Flags, flagName, hasNegation, takesValue } from "../flags.js";

/** Reads the value of each flag out of what commander parsed. */
export type Reader = (parsed: Record<string, unknown>) => Record<string, unknown>;

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds the options of `flags` to a commander command and returns the reader of their values. */
export function addOptions(command: Commander, flags: Flags): Reader {
  const attributes: [field: string, attribute: string][] = [];
  const fileAttributes: [field: string, attribute: string][] = [];
  for (const [field, flag] of Object.entries(flags)) {
    const name = flagName(field, flag);
    const short = flag.short ? `-${flag.short}, ` : "";
    const option = new Option(`${short}--${name}${takesValue(flag) ? ` <${flag.value ?? name}>` : ""}`, flag.describe);
    // Commander reads a leading `--no-` as the negation of `input`; here it is part of the name.
    option.negate = false;
    if (flag.kind === "list") option.argParser(collect);
    const once = onlyOnce(command);
    command.addOption(option);
    if (flag.kind !== "list") once(name);
    attributes.push([field, option.attributeName()]);
    if (hasNegation(flag)) {
      command.addOption(new Option(`--no-${name}`));
      once(`no-${name}`);
    }
    if (flag.file) {
      const file = new Option(`--${name}-file <path>`);
      command.addOption(file);
      onlyOnce(command)(`${name}-file`);
      fileAttributes.push([`${field}File`, file.attributeName()]);
    }
  }
  return (parsed) => {
    const values: Record<string, unknown> = {};
    for (const [field, attribute] of [...attributes, ...fileAttributes]) {
      if (parsed[attribute] !== undefined) values[field] = parsed[attribute];
    }
    return values;
  };
}

/**
 * Watches the names of one flag: it may only be repeated with the same value, as nobody can know which of two was meant.
 * The parser itself would silently take the last one.
 */
function onlyOnce(command: Commander): (name: string) => void {
  let before: string | undefined;
  return (name) => {
    command.on(`option:${name}`, (value?: string) => {
      const given = typeof value === "string" ? `--${name} ${JSON.stringify(value)}` : `--${name}`;
      if (before !== undefined && before !== given) throw usage(`${before} and ${given} cannot be used together`);
      before = given;
    });
  };
}
