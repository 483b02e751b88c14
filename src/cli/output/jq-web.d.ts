declare module "jq-web" {
  const ready: Promise<{
    /** Runs a filter over JSON text; answers what jq prints. Throws an Error whose `stderr` holds jq's message. */
    raw(json: string, filter: string, flags?: readonly string[]): string;
  }>;
  export default ready;
}
