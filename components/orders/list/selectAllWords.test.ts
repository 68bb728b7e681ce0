import { expect, it } from "vitest";
import { selectAllWords } from "./selectAllWords.ts";

it("the box above the orders says how many it selects, as numbers are written", () => {
  expect(selectAllWords(0, 1_250)).toBe("Select all 1,250 shown");
  expect(selectAllWords(3, 50)).toBe("Select all 50 shown");
  expect(selectAllWords(0, 1)).toBe("Select this order");
  expect(selectAllWords(50, 50)).toBe("Select none");
});
