/** A profile without its secret. */
export interface ProfileRow {
  name: string;
  /** In use when neither flag nor environment names another. */
  current: boolean;
  /** Whether there is one. */
  token: boolean;
  baseUrl: string | undefined;
  org: string | undefined;
  space: string | undefined;
  site: string | undefined;
}
