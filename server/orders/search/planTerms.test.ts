import { describe, expect, it } from "vitest";
import type { Condition } from "./conditions.ts";
import { chooseTerms } from "./planTerms.ts";

const total = 1_000_000;

/** The positions of the conditions for which the plan uses the index. */
function chosen(given: readonly [Condition["kind"], number][], scope = total): number[] {
  const { indexed } = chooseTerms(
    given.map(([kind]) => kind),
    given.map(([, share]) => share),
    { total, scope },
  );
  return indexed.flatMap((isIndexed, place) => (isIndexed ? [place] : []));
}

describe("the conditions that rows are found by", () => {
  it("are all, if each is frequent and few orders meet them together", () => {
    expect(
      chosen([
        ["term", 0.12],
        ["term", 0.1],
      ]),
    ).toEqual([0, 1]);
  });

  it("are the rare one alone: what many orders meet is checked on the rows that it finds", () => {
    expect(
      chosen([
        ["beginning", 0.3],
        ["term", 0.0005],
        ["term", 0.3],
      ]),
    ).toEqual([1]);
  });

  it("are whole terms before beginnings of words, which cost more", () => {
    expect(
      chosen(
        [
          ["beginning", 0.12],
          ["term", 0.12],
        ],
        20_000,
      ),
    ).toEqual([1]);
  });

  it("are one of a few whole terms before beginnings of words", () => {
    expect(
      chosen(
        [
          ["beginning", 0.12],
          ["terms", 0.12],
        ],
        20_000,
      ),
    ).toEqual([1]);
  });

  it("cost the index of states and days as well, unless they leave so few rows that each is checked", () => {
    const cost = (share: number) => chooseTerms(["term"], [share], { total, scope: 20_000 }).costUs;
    expect(cost(0.01)).toBeGreaterThan(20_000 * 0.2);
    expect(cost(0.000_01)).toBeLessThan(50);
  });

  it("are none, where states and days alone leave few orders", () => {
    expect(
      chosen(
        [
          ["beginning", 0.12],
          ["term", 0.3],
          ["scope", 0.001],
        ],
        500,
      ),
    ).toEqual([]);
  });

  it("are chosen in no time, however many words were typed", () => {
    expect(chosen(Array.from({ length: 40 }, (_, at) => ["beginning", (at + 1) / 50]))).toContain(0);
  });
});
