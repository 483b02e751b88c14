/**
 * The environment of this run. The token is taken out of the process's own, which pagers, editors and browsers inherit:
 * none of them has any use for it (R76).
 */
function taken(): NodeJS.ProcessEnv {
  const { DOCS_TOKEN: token } = process.env;
  if (token === undefined) return process.env;
  delete process.env.DOCS_TOKEN;
  return { ...process.env, DOCS_TOKEN: token };
}

export const environment = taken();
