/** Who made or applied a plan, as far as the machine and the profile say. */
export interface Who {
  /** Id of the member that the profile belongs to. */
  me?: string | undefined;
  /** The account of the machine: `ann@laptop`. */
  account: string;
  /** The run of a CI service: its address, and who started it. */
  ci?: { run: string; actor?: string | undefined } | undefined;
}

/** `member u1, ann@laptop, started by ann: https://ci.example/runs/7` */
export function whoText({ me, account, ci }: Who): string {
  const run = ci && `${ci.actor === undefined ? "" : `started by ${ci.actor}: `}${ci.run}`;
  return [me && `member ${me}`, account, run].filter(Boolean).join(", ");
}
