import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPage } from "./citations.ts";

/** The requirements of levels 1 and 2 of OWASP ASVS 5.0.0: how many each section has, all numbered from 1. */
const REQUIREMENTS: Record<string, number> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

type Row = { id: string; result: string; how: string; tests: string[] };

function rows(): Row[] {
  const page = readFileSync("docs/security.md", "utf8");
  const table = page.slice(page.indexOf("## OWASP ASVS 5.0"));
  return [...table.matchAll(/^\| (\d+\.\d+\.\d+) [^|]*\| ([^|]+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, id = "", result = "", how = "", tests = ""]) => ({
      id,
      result,
      how,
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
    }),
  );
}

describe("the table of OWASP ASVS 5.0 in docs/security.md", () => {
  it("has every requirement of levels 1 and 2 once, in order", () => {
    const wanted = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(wanted).toHaveLength(253);
    expect(rows().map(({ id }) => id)).toEqual(wanted);
  });

  it("names an existing test for whatever applies, and a reason for what does not", () => {
    for (const { id, result, how, tests } of rows()) {
      expect(["met", "in part", "operator", "does not apply"], id).toContain(result);
      expect(how.length, id).toBeGreaterThan(4);
      // What does not apply may be tried all the same.
      if (result !== "does not apply")
        expect(tests.length > 0, id).toBe(result === "met" || result === "in part");
      for (const path of tests) {
        expect([path, /\.(?:test|spec)\.ts$/.test(path) && existsSync(path)]).toEqual([path, true]);
      }
    }
  });

  it("adds up to the sums above it", () => {
    const count = (result: string) => rows().filter((row) => row.result === result).length;
    const [met, part, operator, none] = ["met", "in part", "operator", "does not apply"].map(count);
    const sums = `${met} met, ${part} in part, ${operator} for the operator, ${none} do not apply`;
    expect(readPage(readFileSync("docs/security.md", "utf8")).sections.get("owasp-asvs-50") ?? "").toContain(
      sums,
    );
  });
});
