/** What commands ask of addresses on other servers. */
import type { LinkAnswer } from "../http/links/verdict.js";

export interface ExternalWanted {
  /** Each once, without fragments. */
  addresses: readonly string[];
  /** Hosts that may be on this machine or in a local network. */
  allowHosts: readonly string[];
  /** Statuses that count as good. */
  accept: readonly number[];
  /** How long an address that was there is not asked again; default 1. */
  cacheDays?: number | undefined;
  /** Called before anything is sent. */
  announce(counts: { addresses: number; hosts: number; remembered: number }): void;
  progress(done: number, all: number): void;
}

export type LinkAnswers = ReadonlyMap<string, LinkAnswer>;
