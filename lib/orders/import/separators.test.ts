import { describe, expect, it } from "vitest";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { guessSeparator, namedSeparator, refuseTooWide } from "./separators.ts";
import { splitRecords, splitTable } from "./splitRecords.ts";

const none = () => 0;
const SAMPLE = 64 * 1024;
const padded = (start: string, end: string, length: number) =>
  start + "x".repeat(length - start.length - end.length) + end;

describe("a separator that the first line names", () => {
  it.each([
    ["sep=;\na;b", { separator: ";", rest: "a;b" }],
    ["sep=\t\n", { separator: "\t", rest: "" }],
    ["sep==\na", { separator: "=", rest: "a" }],
    ["sep=;", null],
    ["sep=\na", null],
    ["sep=;;\na", { separator: ";", rest: "a" }],
    ["sep=;x\na", null],
    ["xsep=;\na", null],
    ["a\nsep=;\nb", null],
    ["", null],
  ])("%j", (text, named) => expect(namedSeparator(text)).toEqual(named));
});

describe("the guess of what separates the cells", () => {
  it.each([",", ";", "\t", "|", ":", "^", "~", "\u001f"])("can be %j", (separator) => {
    const lines = ["a", "b", "c"].map((cell) => [cell, "1", "2"].join(separator));
    expect(guessSeparator(lines.join("\n"), none)).toBe(separator);
  });

  it.each([
    ["", "\t"],
    ["a\nb", "\t"],
    ["a,b;c", ","],
    ["a,b;c;d", ";"],
    ["a;b,c\nd;e", ";"],
    ["a,b;c\n\n  \nd,e", ","],
    ["a;b\nc;d\ne;f\ng;h\ni", ";"],
    ["a;b\nc;d\ne;f\ng", "\t"],
    ["a;b;c\nd;e;f\ng;h;i,j\nk;l;m,n\no,p", ";"],
    ["a,b;c\na,b;c\na,b;c\na,b;c\na;b", ";"],
    ["a;b,c\na;b,c\na;b,c\na;b,c\na,b", ","],
    [`${"\n".repeat(120)}a;b`, "\t"],
  ])("is what makes most rows agree on most columns: %j", (text, separator) => {
    expect(guessSeparator(text, none)).toBe(separator);
  });

  it("is decided first by the names of columns in the first row", () => {
    const heads = (cells: readonly string[]) => cells.filter((cell) => /^H\d$/.test(cell)).length;
    expect(guessSeparator("H1;x,y,z\n1;2,3,4", heads)).toBe(";");
    expect(guessSeparator("x;H1,y,z\n1;2,3,4", heads)).toBe(",");
    expect(guessSeparator("H1;H2,x\n1,2\n3,4", heads)).toBe(",");
    expect(guessSeparator("H1;H2\na;b\n1\n2,3", heads)).toBe(";");
    expect(guessSeparator("H1;x\na;b\n1\n2,3", heads)).toBe("\t");
    expect(guessSeparator("H1,H2,x;y;z\n1;2;3", heads)).toBe(",");
    expect(guessSeparator("\nH1,H2,x;y;z\n1;2;3", heads)).toBe(",");
    expect(guessSeparator("H1\n1\n2", () => 2)).toBe("\t");
    expect(guessSeparator("", () => 2)).toBe("\t");
  });

  it("is made by the first hundred rows that are whole in the first 64 KB", () => {
    const rows = "a,b;c\n".repeat(80);
    expect(guessSeparator(`${rows}${"d;e\n".repeat(20)}`, none)).toBe(";");
    expect(guessSeparator(`${"a,b;c\n".repeat(100)}${"d;e\n".repeat(20)}`, none)).toBe(",");
    expect(guessSeparator(padded("a,b;c", "\nd;e", SAMPLE), none)).toBe(";");
    expect(guessSeparator(padded("a,b;c\n", ";e", SAMPLE + 2), none)).toBe(",");
    expect(guessSeparator(padded("a,b;c\n", ";e", SAMPLE + 1), none)).toBe(",");
    expect(guessSeparator(padded("a;b", ",c,d", SAMPLE + 5), none)).toBe(";");
  });
});

describe("a line with too many separators", () => {
  const most = IMPORT_LIMITS.columns * 10;

  it.each([
    ["is refused", ";".repeat(most + 1), true],
    ["is refused after others", `a;b\nc\n${";".repeat(most + 1)}\n`, true],
    ["is accepted up to the limit", ";".repeat(most), false],
    ["is counted by itself", `${";".repeat(most)}\n${";".repeat(most)}\n`, false],
    ["is counted by its own separators", ",".repeat(most + 1), false],
  ])("%s", (_what, text, isRefused) => {
    const check = () => refuseTooWide(text, ";");
    if (isRefused) expect(check).toThrow(/more than 200 columns/);
    else expect(check).not.toThrow();
  });
});

describe("text that is split into rows of cells", () => {
  it("ends its rows at line feeds alone", () => {
    expect(splitRecords("a\rb\rc,d\ne", ",")).toEqual([["a\rb\rc", "d"], ["e"]]);
    expect(splitRecords("a\n\nb", ",")).toEqual([["a"], [""], ["b"]]);
  });

  it("is split only as far as asked, and else to its end", () => {
    expect(splitRecords("a\nb\nc", ",", 2)).toEqual([["a"], ["b"]]);
    expect(splitRecords("a\nb\nc", ",")).toHaveLength(3);
    expect(splitTable("a\nb\nc", ",", 2).records).toHaveLength(2);
    expect(splitTable('"a\nb\nc', ",", 2)).toEqual({ records: [['"a'], ["b"]], quotesAreText: true });
  });

  it("keeps what is quoted, unless the quotation marks contradict each other", () => {
    expect(splitTable('"a,b",c', ",", 0)).toEqual({ records: [["a,b", "c"]], quotesAreText: false });
    expect(splitTable('"a",b\n5" c,"d\n', ",", 0)).toEqual({
      records: [['"a"', "b"], ['5" c', '"d'], [""]],
      quotesAreText: true,
    });
  });
});
