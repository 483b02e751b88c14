/** The parts of `docs status`, in their order, as rows. */
import { commentsIn, type LiveChangeRequest, type SpaceComments, type State } from "./read.js";

export interface Row {
  /** A number, a slug or an id. */
  name: string;
  title: string;
  /** The space. */
  where: string;
  state: string;
  updatedAt: string;
}

export interface Part {
  name: string;
  heading: (state: State) => string;
  /** Null if it could not be read. */
  rows: (state: State) => Row[] | null;
  /** What the heading has in place of the number of rows. */
  total?: (state: State) => string;
  /** The command that shows the rest. */
  more: string;
}

const row = (some: Partial<Row>): Row => ({ name: "", title: "", where: "", state: "", updatedAt: "", ...some });

const changeRow = ({ number, subject, space, status, updatedAt }: LiveChangeRequest): Row =>
  row({ name: `#${number ?? ""}`, title: subject, where: space.title, state: status, updatedAt: updatedAt ?? "" });

const onChangeRequests = ({ onChangeRequests: number }: SpaceComments): string => {
  if (number === null) return "without change requests";
  return number === 0 ? "" : `${number} on change requests`;
};

export const PARTS: readonly Part[] = [
  {
    name: "change requests",
    heading: ({ me }) => (me === null ? "Open and draft change requests" : "Your open and draft change requests"),
    rows: ({ changeRequests }) => (changeRequests?.mine ?? changeRequests?.live)?.map(changeRow) ?? null,
    more: "docs status --json",
  },
  {
    name: "outdated",
    heading: () => "Outdated change requests",
    rows: ({ changeRequests }) => changeRequests?.outdated.map(changeRow) ?? null,
    more: "docs status --json",
  },
  {
    name: "comments",
    heading: () => "Open comments",
    rows: ({ openComments }) =>
      openComments
        ?.filter((one) => commentsIn(one) > 0)
        .map((one) => row({ name: String(commentsIn(one)), title: one.space.title, state: onChangeRequests(one) })) ??
      null,
    total: ({ openComments }) => {
      const known = openComments ?? [];
      const sum = known.reduce((total, one) => total + commentsIn(one), 0);
      const isWhole = known.every((one) => one.onChangeRequests !== null);
      if (sum === 0) return isWhole ? "none" : "none found, but not all were read";
      return isWhole ? String(sum) : `at least ${sum}`;
    },
    more: "docs spaces list",
  },
  {
    name: "specifications",
    heading: () => "Failed specifications",
    rows: ({ failedSpecifications }) =>
      failedSpecifications?.map(({ slug, error, updatedAt }) =>
        row({ name: slug, state: error, updatedAt: updatedAt ?? "" }),
      ) ?? null,
    more: "docs openapi list",
  },
  {
    name: "translations",
    heading: () => "Failed translations",
    rows: ({ failedTranslations }) =>
      failedTranslations?.map(({ id, language, status, updatedAt }) =>
        row({ name: language, title: id, state: status, updatedAt: updatedAt ?? "" }),
      ) ?? null,
    more: "docs translations list",
  },
  {
    name: "sites",
    heading: () => "Unpublished sites",
    rows: ({ unpublishedSites }) =>
      unpublishedSites?.map(({ title, visibility }) => row({ title, state: visibility })) ?? null,
    more: "docs sites list --no-published",
  },
];
