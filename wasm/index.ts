export { endOfValue, scan } from "./page";
export { rows } from "./rows";
export { addAll } from "./seen";
