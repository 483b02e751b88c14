import { comment, member, reply } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const REACTIONS = { addedReactions: ["1f44d"], removedReactions: ["1f44e"] };

/** Comments below a space or a change request, which `cr` names. */
function commentsOf(parent: string, cr: string) {
  const comments = `${parent}/comments`;
  const replies = `${comments}/cm1/replies`;
  const resolved = { ...comment, status: "resolved" };
  return [
    list(`comments list ${cr}`, `GET ${comments}?limit=1000`, [comment]),
    list(
      `comments list ${cr} --order asc --status resolved --format markdown --page-id p1 --author u1,u2 ${PAGED}`,
      `GET ${comments}?page=c%2F2%2B%3D&limit=25&order=asc&status=resolved&format=markdown&targetPage=p1&authors=u1&authors=u2`,
      [comment],
    ),
    write(
      `comments create ${cr} --node n1 --page-id p1 --body Nice --table-record 1 --table-definition 2`,
      `POST ${comments}`,
      { node: "n1", page: "p1", body: { markdown: "Nice" }, tableCell: { record: "1", definition: "2" } },
      200,
      comment,
    ),
    write(`comments create ${cr} --body "é ✓"`, `POST ${comments}`, { body: { markdown: "é ✓" } }, 200, comment),
    read(`comments view cm1 ${cr}`, `GET ${comments}/cm1`, comment),
    read(`comments view cm1 ${cr} --format document`, `GET ${comments}/cm1?format=document`, comment),
    write(`comments edit cm1 ${cr} --body Nicer`, `PUT ${comments}/cm1`, { body: { markdown: "Nicer" } }, 200, comment),
    write(`comments resolve cm1 ${cr}`, `PUT ${comments}/cm1`, { resolved: true }, 200, resolved),
    write(`comments reopen cm1 ${cr}`, `PUT ${comments}/cm1`, { resolved: false }, 200, comment),
    write(`comments react cm1 ${cr} --add 1f44d --remove 1f44e`, `PUT ${comments}/cm1`, REACTIONS, 200, comment),
    write(`comments delete cm1 ${cr} --yes`, `DELETE ${comments}/cm1`, undefined, 204),
    write(`replies create cm1 ${cr} --body Thanks`, `POST ${replies}`, { body: { markdown: "Thanks" } }, 200, reply),
    read(`replies view cm1 r1 ${cr}`, `GET ${replies}/r1`, reply),
    read(`replies view cm1 r1 ${cr} --format markdown`, `GET ${replies}/r1?format=markdown`, reply),
    write(`replies edit cm1 r1 ${cr} --body Yes`, `PUT ${replies}/r1`, { body: { markdown: "Yes" } }, 200, reply),
    write(
      `replies edit cm1 r1 ${cr} --add-reaction 1f44d --remove-reaction 1f44e`,
      `PUT ${replies}/r1`,
      REACTIONS,
      200,
      reply,
    ),
    write(`replies delete cm1 r1 ${cr} --yes`, `DELETE ${replies}/r1`, undefined, 204),
  ];
}

const CR = "/v1/spaces/s1/change-requests/7";

export const rows = [
  ...commentsOf("/v1/spaces/s1", ""),
  ...commentsOf(CR, "--cr 7"),
  write(
    "replies edit cm1 r1 --cr 7 --resolved --body Yes",
    `PUT ${CR}/comments/cm1/replies/r1`,
    { resolved: true, body: { markdown: "Yes" } },
    200,
    reply,
  ),
  write(
    "replies edit cm1 r1 --cr 7 --no-resolved",
    `PUT ${CR}/comments/cm1/replies/r1`,
    { resolved: false },
    200,
    reply,
  ),
  list("replies list cm1 --cr 7", `GET ${CR}/comments/cm1/replies?limit=1000`, [reply]),
  list(
    `replies list cm1 --cr 7 --format markdown ${PAGED}`,
    `GET ${CR}/comments/cm1/replies?page=c%2F2%2B%3D&limit=25&format=markdown`,
    [reply],
  ),
  list("cr commenters 7", `GET ${CR}/commenters?limit=1000`, [member]),
  list(`cr commenters 7 ${PAGED}`, `GET ${CR}/commenters?page=c%2F2%2B%3D&limit=25`, [member]),
];
