import { describe, expect, it } from "vitest";
import { chosenIds, toggleList, withFavourite } from "./favourites.ts";

describe("the filter by favourites", () => {
  it.each([
    [undefined, "mine", "mine"],
    ["mine", "team", "any"],
    ["any", "mine", "team"],
    ["any", "team", "mine"],
    ["team", "team", undefined],
  ] as const)("turns from %s, when %s is toggled, into %s", (before, list, after) => {
    expect(toggleList(before, list)).toBe(after);
  });

  it("matches the products of either list when both are chosen", () => {
    const ids = { mine: [1, 2], team: [2, 3] };
    expect([...chosenIds(ids, "any")]).toEqual([1, 2, 3]);
    expect([...chosenIds(ids, "team")]).toEqual([2, 3]);
  });
});

describe("a favourite", () => {
  it("is added to the beginning of its list, once, and can be removed", () => {
    const ids = { mine: [1, 2], team: [2] };
    expect(withFavourite(ids, "mine", 2, true)).toEqual({ mine: [2, 1], team: [2] });
    expect(withFavourite(ids, "team", 2, false)).toEqual({ mine: [1, 2], team: [] });
  });
});
