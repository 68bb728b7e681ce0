import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StateBadge, type StateBadgeProps } from "./StateBadge.tsx";

const textOf = (props: StateBadgeProps) =>
  renderToStaticMarkup(<StateBadge {...props} />).replaceAll(/<[^>]*>/g, "");

describe("the badge of an order's state", () => {
  it("says how many codes have come if some are missing, as counts are written everywhere", () => {
    expect(textOf({ state: "partial", delivered: 37, ordered: 50 })).toBe("37 of 50 delivered");
    expect(textOf({ state: "partial", delivered: 3_000, ordered: 4_000 })).toBe("3,000 of 4,000");
    expect(textOf({ state: "partial", delivered: 3, ordered: null })).toBe("Partial");
    expect(textOf({ state: "completed", delivered: 4, ordered: 4 })).toBe("Completed");
  });
});
