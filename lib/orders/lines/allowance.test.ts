import { describe, expect, it } from "vitest";
import { beyondAllowance, splitReason, strictestAllowances, withReason } from "./allowance.ts";

const few = { productId: 7, left: 3, reason: "Three are left." };
const line = (productId: number, quantity: number | null) => ({ productId, quantity });
const beyond = (...lines: ReturnType<typeof line>[]) => beyondAllowance(lines, new Map([[7, few]]));

describe("what is left of a product", () => {
  it("is for all of its lines together, and each of them is told so", () => {
    expect(beyond(line(7, 3), line(8, 99)).size).toBe(0);
    expect([...beyond(line(7, 2), line(8, 99), line(7, 2))]).toEqual([
      [0, few],
      [2, few],
    ]);
  });

  it("is not used by a line without a quantity", () => {
    expect(beyond(line(7, null), line(7, 3)).size).toBe(0);
    expect(beyond(line(7, null), line(7, 4)).size).toBe(2);
  });

  it("is the least that one of several rules leaves", () => {
    const none = { ...few, left: 0, reason: "None." };
    expect(strictestAllowances([few, none, { ...few, left: 9 }]).get(7)).toBe(none);
    expect(strictestAllowances([none, few]).get(7)).toBe(none);
  });
});

describe("a message with a reason that somebody has typed", () => {
  it("is told apart from it, whatever the reason says", () => {
    const limit = "Your team has blocked this product.";
    for (const typed of ["A promotion", "a", "Stock. Reason: none left"])
      expect(splitReason(withReason(limit, typed))).toEqual([`${limit} Reason: `, typed]);
    expect(splitReason(limit)).toEqual([limit, ""]);
  });
});
