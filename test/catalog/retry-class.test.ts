import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { contract } from "../endpoints/all.js";

const ids = (words: string) => words.trim().split(/\s+/).sort();
const having = (test: (id: string) => boolean) => Object.keys(endpoints).filter(test).sort();

describe("R1 the class of every operation", () => {
  it.each(contract.map(({ id, retry }) => [id, retry] as const))("%s is %s", (id, retry) => {
    expect(endpoints[id]?.retry).toBe(retry);
  });

  it("is safe for what the contract reads with a GET, and a POST that only measures", () => {
    const safe = contract.filter(({ method, id }) => method === "GET" || id === "pingOrg");
    expect(contract.filter(({ retry }) => retry === "safe")).toEqual(safe);
  });
});

describe("R11 how a lost answer is settled", () => {
  const proofs = contract.flatMap(({ id, proof }) => (proof ? [[id, proof] as const] : []));

  it.each(proofs)("%s reads what proves that it was applied", (id, { get, made, item, field, is }) => {
    const rule = endpoints[id]?.verify;
    expect(rule?.get).toBe(endpoints[get]);
    // Without a field, those that were sent are the proof, on the thing with the id in the answer if it is new.
    expect(rule?.proof).toEqual(field && { field, is });
    expect(rule?.made !== undefined).toBe(made === true);
    if (field) expect(rule?.item).toBe(item);
    else expect(rule?.item !== undefined).toBe(get.startsWith("list"));
  });

  /** Their reasons: what a deletion left is proved by its list, and no GET shows what these have done. */
  const without = `
    applySpaceTemplate importChangeRequestContent importSpaceContent pullChangeRequest updateTeamMembers
    moveSiteSection moveSiteSectionGroup moveSiteSpace
  `;

  it("has a rule for every other operation that changes something", () => {
    expect(having((id) => endpoints[id]?.verify !== undefined)).toEqual(proofs.map(([id]) => id).sort());
    const unruled = having((id) => endpoints[id]?.verify === undefined && endpoints[id]?.retry !== "safe");
    expect(unruled.filter((id) => endpoints[id]?.method !== "DELETE")).toEqual(ids(without));
  });
});

describe("R9 the first byte may take two minutes", () => {
  it("for import, duplicate, template, merge, update and pdf only", () => {
    expect(having((id) => endpoints[id]?.slow === true)).toEqual(
      ids(`importSpaceContent importChangeRequestContent duplicateSpace applySpaceTemplate mergeChangeRequest
        pullChangeRequest getChangeRequestPdf`),
    );
  });
});

describe("R20 what pages", () => {
  it("is not the pdf, nor a list without the envelope", () => {
    for (const id of [
      "getChangeRequestPdf",
      "listSpacePages",
      "listChangeRequestPages",
      "listOrgsByEmailDomain",
      "listSsoLogins",
      "listSiteTemplateConditions",
    ]) {
      expect(endpoints[id], id).toBeDefined();
      expect(endpoints[id]?.paginated, id).toBeUndefined();
    }
  });

  it("takes page and limit, and nothing else does but the pdf's page", () => {
    const paged = having((id) => endpoints[id]?.paginated === true);
    const limited = contract.filter(({ query }) => query.some(({ name }) => name === "limit"));
    expect(paged).toEqual(limited.map(({ id }) => id).sort());
    const shape = (id: string) => Object.keys(endpoints[id]?.query?.()._zod.def.shape ?? {});
    expect(having((id) => shape(id).includes("limit"))).toEqual(paged);
    expect(having((id) => shape(id).includes("page"))).toEqual([...paged, "getChangeRequestPdf"].sort());
  });
});
