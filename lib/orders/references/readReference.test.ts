import { describe, expect, it } from "vitest";
import { readReference } from "./readReference.ts";

describe("a pasted reference", () => {
  it.each([
    ["  PO-2026/17 \n", "PO-2026/17"],
    ["\u200bcd_8F3K\u00a0", "cd_8F3K"],
    ['"PO-17"', "PO-17"],
    ["‘PO-17’,", "PO-17"],
    ["„PO-17“;", "PO-17"],
    ["‚PO-17‘ ‹", "PO-17"],
    ["PO 17", "PO 17"],
    ["#4711", "#4711"],
  ])("%j is looked up as %j", (pasted, reference) => {
    expect(readReference(pasted)).toBe(reference);
  });
  it("is none when nothing is left", () => {
    expect(readReference(' "" ')).toBeNull();
    expect(readReference("")).toBeNull();
  });
});
