import { describe, expect, it } from "vitest";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { appendLines } from "./appendLines.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const line = (id = newUuid()) => ({ id, productId: 1, amount: "", quantity: "1", countryCode: "" });
const full = { ...EMPTY_DRAFT, lines: Array.from({ length: MAX_LINES - 1 }, () => line()) };

describe("lines that are appended to a draft", () => {
  it("follow those that it has, in their order and with their ids", () => {
    const [first, second, third] = [line(), line(), line()];
    const { draft, rest } = appendLines({ ...EMPTY_DRAFT, note: "n", lines: [first] }, [second, third]);
    expect(draft).toEqual({ ...EMPTY_DRAFT, note: "n", lines: [first, second, third] });
    expect(rest).toEqual([]);
  });

  it("get an id of their own if the draft, or a line before them, has it", () => {
    const [known, twice] = [line(), line()];
    const { draft } = appendLines({ ...EMPTY_DRAFT, lines: [known] }, [known, twice, twice]);
    expect(new Set(draft.lines.map(({ id }) => id)).size).toBe(4);
    expect(draft.lines[2]).toBe(twice);
  });

  it("are handed back where the draft has no room for them", () => {
    const [fits, first, second] = [line(), line(), line()];
    const { draft, rest } = appendLines(full, [fits, first, second]);
    expect(draft.lines.at(-1)).toBe(fits);
    expect(rest).toEqual([first, second]);
    expect(appendLines(draft, [first])).toEqual({ draft, rest: [first] });
  });

  it("change nothing when there are none", () => {
    expect(appendLines(full, []).draft).toBe(full);
  });
});
