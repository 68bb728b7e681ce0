import { describe, expect, it } from "vitest";
import { openAdvisories, readReport } from "./advisories.ts";

const advisory = { source: 1_234, name: "left-pad", title: "Pads too far", severity: "high" };
const report = (via: unknown[]) =>
  `npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities: { a: { via }, b: { via: ["a"] } } })}\n`;

describe("the advisories about our packages", () => {
  it("are read once each, also of packages that others need", () => {
    expect(readReport(report([advisory, { ...advisory, range: "<2" }, "other"]))).toEqual([advisory]);
    expect(readReport(report([]))).toEqual([]);
  });

  it("are unknown where the registry cannot be asked, which is no failure", () => {
    for (const output of ["", "npm error network", '{"message":"405 Method Not Allowed","statusCode":405}'])
      expect(readReport(output)).toBeNull();
  });

  it("fail until each is accepted with a reason, and so does a reason that has outlived its advisory", () => {
    expect(openAdvisories([advisory], {})).toEqual([
      expect.stringMatching(/^left-pad: high: Pads too far \(advisory 1234\)/),
    ]);
    expect(openAdvisories([advisory], { 1234: "Only pads our own texts." })).toEqual([]);
    expect(openAdvisories([], { 1234: "Only pads our own texts." })).toEqual([
      expect.stringContaining("no longer reported"),
    ]);
  });
});
