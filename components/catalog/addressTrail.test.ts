import { describe, expect, it } from "vitest";
import { goneTo, routerAt, settled, trailAt } from "./addressTrail.ts";

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
  it("follows the back button also after something was taken back before the router came there", () => {
    const takenBack = goneTo(goneTo(trailAt(""), "brand=A"), "");
    const chosen = routerAt(goneTo(settled(takenBack), "brand=A"), "brand=A");
    expect(routerAt(chosen, "").shown).toBe("");
  });
  it("waits for a router that is still on its way", () => {
    const typed = goneTo(goneTo(trailAt(""), "q=a"), "q=ab");
    expect(settled(typed)).toBe(typed);
    expect(settled(trailAt("q=a"))).toEqual(trailAt("q=a"));
  });
  it("follows a link to elsewhere, whatever was being typed", () => {
    expect(routerAt(goneTo(trailAt(""), "q=a"), "product=7")).toEqual(trailAt("product=7"));
  });
});
