import { describe, expect, it } from "vitest";
import { maskTyped } from "./maskTyped.ts";

describe("a masked code", () => {
  it("keeps its form and its last four characters", () => {
    expect(maskTyped(" ABCD-EFGH-1234 ")).toBe("••••-••••-1234");
    expect(maskTyped("Code: ÄBCDEFGH9876")).toBe("••••: ••••••••9876");
  });

  it("tells nothing of a short one", () => {
    expect(maskTyped("ABCD-1234")).toBe("••••-••••");
    expect(maskTyped("ABCDE-12345")).toBe("•••••-•••••");
    expect(maskTyped("")).toBe("");
  });
});
