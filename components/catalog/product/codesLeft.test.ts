import { describe, expect, it } from "vitest";
import { leftText } from "./CodesLeft.tsx";

const counts = {
  productName: null,
  delivered: 20,
  handedOut: 5,
  disputed: 0,
  untouched: 0,
  revealed: 0,
  exported: 0,
  expired: 0,
  nextExpiry: null,
};
const text = (left: Partial<typeof counts>, hasMore = false) =>
  leftText({ hasMore, unassigned: 0, items: [{ ...counts, productId: 1, ...left }] }, 1);

describe("the codes left of a product", () => {
  it("are counted by who has seen them", () => {
    expect(text({ untouched: 12, exported: 3 })).toBe("12 untouched, 3 exported");
    expect(text({ revealed: 1_000 })).toBe("1,000 revealed");
  });

  it("are none where all were handed out, and where none was delivered", () => {
    expect(text({})).toBe("None");
    expect(leftText({ hasMore: false, unassigned: 0, items: [] }, 1)).toBe("None");
  });

  it("are not said to be none where the list is too long to have them", () => {
    expect(leftText({ hasMore: true, unassigned: 0, items: [] }, 1)).toBe("Few or none");
  });
});
