import { describe, expect, it, test } from "vitest";
import { chosenIds, toggleList, withFavourite } from "./favourites.ts";
import { tidyViewName, viewNameKey } from "#lib/contracts/viewName.ts";
import { countChosen, parseAddress, viewQuery } from "#lib/catalog/views/viewParams.ts";

describe("the choice of favourites", () => {
  test.each([
    [undefined, "mine", "mine"],
    ["mine", "team", "any"],
    ["any", "mine", "team"],
    ["any", "team", "mine"],
    ["team", "team", undefined],
  ] as const)("%s with %s pressed becomes %s", (before, list, after) => {
    expect(toggleList(before, list)).toBe(after);
  });

  it("leaves what stands on either list when both are chosen", () => {
    const ids = { mine: [1, 2], team: [2, 3] };
    expect([...chosenIds(ids, "any")]).toEqual([1, 2, 3]);
    expect([...chosenIds(ids, "team")]).toEqual([2, 3]);
  });

  it("stands in the address, counts as filters, and what cannot be meant is left out", () => {
    const { view } = parseAddress(new URLSearchParams("favourites=any&country=DE"));
    expect(view).toEqual({ favourites: "any", country: ["DE"] });
    expect(viewQuery(view)).toBe("country=DE&favourites=any");
    expect(countChosen(view)).toBe(3);
    expect(parseAddress(new URLSearchParams("favourites=everyone")).view).toEqual({});
  });
});

it("a mark goes to the head of its list, once, and comes off again", () => {
  const ids = { mine: [1, 2], team: [2] };
  expect(withFavourite(ids, "mine", 2, true)).toEqual({ mine: [2, 1], team: [2] });
  expect(withFavourite(ids, "team", 2, false)).toEqual({ mine: [1, 2], team: [] });
});

describe("the name of a view", () => {
  it("is one line without what turns the text beside it", () => {
    expect(tidyViewName("  Games \n\t DE\u202e ")).toBe("Games DE");
  });

  it("is the same as one that looks the same", () => {
    expect(viewNameKey("Ｇames de")).toBe(viewNameKey("games DE"));
    expect(viewNameKey("Café")).toBe(viewNameKey("Cafe\u0301"));
    expect(viewNameKey("Cafe")).not.toBe(viewNameKey("Café"));
    expect(viewNameKey("\u200d\u200b")).toBe("");
  });
});
