import crStale from "./cr-stale.js";

export default [crStale];
