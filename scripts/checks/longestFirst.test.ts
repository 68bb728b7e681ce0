import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { LONG } from "./longestFirst.ts";

it("the test files that are begun first are all there", () => {
  expect(LONG.filter((name) => !existsSync(name))).toEqual([]);
});
