/**
 * The environment of this run. DOCS_TOKEN is removed from `process.env`, which pagers, editors and browsers inherit, as
 * none of them needs it (R76).
 */
function environmentWithoutToken(): NodeJS.ProcessEnv {
  const { DOCS_TOKEN: token } = process.env;
  if (token === undefined) return process.env;
  delete process.env.DOCS_TOKEN;
  return { ...process.env, DOCS_TOKEN: token };
}

export const environment = environmentWithoutToken();
