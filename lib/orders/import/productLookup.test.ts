import { describe, expect, it } from "vitest";
import { LOOKUP_LIMITS } from "#lib/contracts/catalog/productLookup.ts";
import { questionBatches } from "./productLookup.ts";

const named = (name: string, country = "") => ({ name, country });
const ids = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
const names = (count: number) => Array.from({ length: count }, (_, at) => named(`Card ${at + 1}`));

describe("the questions to the catalog", () => {
  it("ask for each id and each name with its country once", () => {
    const asked = [{ id: 2 }, { id: 1 }, { id: 2 }, named("Card"), named("CARD"), named("Card", "DE")];
    expect(questionBatches(asked)).toEqual([{ ids: [2, 1], names: [named("CARD"), named("Card", "DE")] }]);
  });

  it("are none if nothing is asked", () => {
    expect(questionBatches([])).toEqual([]);
  });

  it("hold as many ids and names as the catalog answers at once, and leave none out", () => {
    const batches = questionBatches([...ids(LOOKUP_LIMITS.ids * 2 + 1), ...names(LOOKUP_LIMITS.names)]);
    expect(batches.map((each) => [each.ids.length, each.names.length])).toEqual([
      [LOOKUP_LIMITS.ids, LOOKUP_LIMITS.names],
      [LOOKUP_LIMITS.ids, 0],
      [1, 0],
    ]);
    expect(batches.flatMap((each) => each.ids)).toEqual(ids(LOOKUP_LIMITS.ids * 2 + 1).map(({ id }) => id));
    const ofNames = questionBatches([{ id: 1 }, ...names(LOOKUP_LIMITS.names + 1)]);
    expect(ofNames.map((each) => [each.ids.length, each.names.length])).toEqual([
      [1, LOOKUP_LIMITS.names],
      [0, 1],
    ]);
    expect(ofNames.flatMap((each) => each.names)).toEqual(names(LOOKUP_LIMITS.names + 1));
  });

  it.each<[string, ReturnType<typeof named>, boolean]>([
    ["a name of the longest allowed", named("x".repeat(LOOKUP_LIMITS.name)), true],
    ["a longer name", named("x".repeat(LOOKUP_LIMITS.name + 1)), false],
    ["a country of the longest allowed", named("x", "y".repeat(LOOKUP_LIMITS.country)), true],
    ["a longer country", named("x", "y".repeat(LOOKUP_LIMITS.country + 1)), false],
    ["half a character in the name", named("x\ud800"), false],
    ["half a character in the country", named("x", "\ud800"), false],
    ["a whole character of two halves", named("🎁"), true],
  ])("with %s are sent only if the catalog takes them", (_what, question, isAsked) => {
    expect(questionBatches([question])).toEqual(isAsked ? [{ ids: [], names: [question] }] : []);
  });
});
