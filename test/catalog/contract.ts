import { readFileSync } from "node:fs";

/** The contract as data, independent of the catalog: one row an endpoint. */
export interface ContractField {
  name: string;
  type: string;
  required?: "Y" | "N" | "-";
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: string[];
  nullable?: boolean;
  knownValues?: string[];
  default?: string | boolean;
  positionType?: string;
  positionReference?: string;
  pagination?: boolean;
}

export interface ContractRow {
  id: string;
  method: string;
  path: string;
  pathParams: { name: string }[];
  query: ContractField[];
  body: ContractField[] | null;
  status: number | null;
  assumedStatus?: number;
  response: { resource: string | null; list: boolean; name?: string; shape?: string; stats?: boolean };
  deprecated?: boolean;
}

export const contract: ContractRow[] = JSON.parse(
  readFileSync(new URL("../fixtures/interface.json", import.meta.url), "utf8"),
);
