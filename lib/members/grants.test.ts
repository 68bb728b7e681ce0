import { describe, expect, it } from "vitest";
import { grantsOfScope, offeredGrants } from "./grants.ts";

describe("the grants to choose from", () => {
  it("are all of the scope, each for what members made themselves right after the one for everything", () => {
    const offered = offeredGrants("environment");
    expect(offered.toSorted()).toEqual(grantsOfScope("environment").toSorted());
    expect(offered.indexOf("orders.withdraw.own")).toBe(offered.indexOf("orders.withdraw") + 1);
    expect(offeredGrants("account")).toEqual(grantsOfScope("account"));
  });
});
