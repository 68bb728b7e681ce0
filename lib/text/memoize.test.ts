import { expect, it } from "vitest";
import { memoize } from "./memoize.ts";

it("makes each result once, and forgets them before they fill the memory", () => {
  const made: string[] = [];
  const format = memoize((key) => made.push(key));
  for (let round = 0; round < 3; round += 1) format("de-DE EUR");
  expect(made).toHaveLength(1);
  for (let other = 0; other < 2_000; other += 1) format(`x-${other}`);
  format("de-DE EUR");
  expect(made.filter((key) => key === "de-DE EUR")).toHaveLength(2);
});
