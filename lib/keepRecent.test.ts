import { expect, it } from "vitest";
import { keepRecent } from "./keepRecent.ts";

it("forgets what was put there longest ago, and not what was put there again since", () => {
  const map = new Map<string, number>();
  for (const [key, value] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
    ["c", 4],
  ] as const)
    keepRecent(map, key, value, 2);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
