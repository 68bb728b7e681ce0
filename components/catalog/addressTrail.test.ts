import { describe, expect, it } from "vitest";
import { goneTo, routerAt, trailAt } from "./addressTrail.ts";

describe("what is shown", () => {
  it("changes at once and does not fall back while the router follows", () => {
    const typed = goneTo(goneTo(trailAt(""), "q=a"), "q=ab");
    expect(typed.shown).toBe("q=ab");
    const passing = routerAt(typed, "q=a");
    expect(passing.shown).toBe("q=ab");
    expect(routerAt(passing, "q=ab")).toEqual(trailAt("q=ab"));
  });
  it("follows the back button, also to where it was left from", () => {
    const arrived = routerAt(goneTo(trailAt("brand=A"), "brand=B"), "brand=B");
    expect(routerAt(arrived, "brand=A").shown).toBe("brand=A");
  });
  it("follows a link to elsewhere, whatever was being typed", () => {
    expect(routerAt(goneTo(trailAt(""), "q=a"), "product=7")).toEqual(trailAt("product=7"));
  });
});
