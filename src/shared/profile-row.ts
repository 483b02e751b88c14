/** A profile without its secret. */
export interface ProfileRow {
  name: string;
  /** The profile used if neither flag nor environment names one. */
  current: boolean;
  /** True if a token is stored. */
  token: boolean;
  baseUrl: string | undefined;
  org: string | undefined;
  space: string | undefined;
  site: string | undefined;
}
