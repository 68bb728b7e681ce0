import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { decodeText, offerEncodings } from "./decodeText.ts";
import { openSource } from "./openSource.ts";

const bytes = (...each: number[]) => Uint8Array.from(each);
/** UTF-16 characters with the low byte first: some with a zero high byte, some with a zero low byte, others with neither. */
const wide = (zeroAbove: number, zeroBelow: number, others: number) =>
  [
    ...Array.from({ length: zeroAbove }, () => [0x41, 0]),
    ...Array.from({ length: zeroBelow }, () => [0, 0x04]),
    ...Array.from({ length: others }, () => [0x41, 0x04]),
  ].flat();
const swapped = (given: readonly number[]) =>
  given.map((_, at) => given[at % 2 === 0 ? at + 1 : at - 1] ?? 0);

describe("bytes without a mark", () => {
  it("are UTF-16 when more than two of five characters have a zero on one side, and hardly any on the other", () => {
    expect(decodeText(Uint8Array.from(wide(41, 4, 55)))).toMatchObject({
      encoding: "utf-16le",
      guessed: true,
    });
    expect(decodeText(Uint8Array.from(swapped(wide(41, 4, 55))))).toMatchObject({
      encoding: "utf-16be",
      guessed: true,
    });
    for (const unclear of [wide(40, 0, 60), wide(41, 5, 54), wide(41, 41, 18)]) {
      expect(() => decodeText(Uint8Array.from(unclear))).toThrow(ImportRefusal);
      expect(() => decodeText(Uint8Array.from(swapped(unclear)))).toThrow(ImportRefusal);
    }
  });

  it("are judged by the first four kilobytes", () => {
    const latin = wide(2_048, 0, 0);
    expect(decodeText(Uint8Array.from([...latin, ...wide(0, 0, 9_000)])).encoding).toBe("utf-16le");
    expect(() => decodeText(Uint8Array.from([...wide(0, 0, 2_048), ...wide(9_000, 0, 0)]))).toThrow(
      ImportRefusal,
    );
  });

  it("are UTF-8 if they can be, and nothing is guessed then", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(text.isWellFormed() && !/[\0\ufeff\ufffe\uffff]/.test(text));
        expect(decodeText(new TextEncoder().encode(text))).toEqual({
          text,
          encoding: "utf-8",
          guessed: false,
        });
      }),
    );
    expect(decodeText(bytes())).toEqual({ text: "", encoding: "utf-8", guessed: false });
  });

  it("are windows-1252 if they can't be UTF-8, whatever they are", () => {
    const all = Uint8Array.from({ length: 255 }, (_, at) => at + 1);
    const decoded = decodeText(all);
    expect(decoded).toMatchObject({ encoding: "windows-1252", guessed: true });
    expect(decoded.text).toHaveLength(255);
    expect(decodeText(bytes(0x80, 0x31, 0xe9)).text).toBe("€1é");
  });
});

describe("bytes with a mark", () => {
  it.each([
    ["UTF-8", [0xef, 0xbb, 0xbf, 0x41, 0xff]],
    ["UTF-16LE", [0xff, 0xfe, 0x41, 0, 0x42]],
    ["UTF-16BE", [0xfe, 0xff, 0, 0x41, 0xd8]],
    ["UTF-16LE", [0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x41, 0]],
  ])("are refused where they are no %s after all, and the message says so", (name, given) => {
    expect(() => decodeText(Uint8Array.from(given))).toThrow(
      `This file says that it is ${name}, but some of its characters can't be read. Save it again as CSV UTF-8.`,
    );
  });

  it("need all of it", () => {
    expect(decodeText(bytes(0xef, 0xbb, 0x41)).encoding).toBe("windows-1252");
    expect(decodeText(bytes(0xef, 0xbb, 0xbf))).toEqual({ text: "", encoding: "utf-8", guessed: false });
    expect(decodeText(bytes(0xff, 0xfe)).encoding).toBe("utf-16le");
    expect(decodeText(bytes(0xfe, 0xff)).encoding).toBe("utf-16be");
  });
});

describe("what no text holds", () => {
  it.each([
    ["a zero character", [0x41, 0x42, 0x43, 0x44, 0x45, 0, 0x46]],
    ["a mark of the other byte order", [0xff, 0xfe, 0xfe, 0xff]],
    ["no character", [0xff, 0xfe, 0x41, 0, 0xff, 0xff]],
  ])("is refused with words: %s", (_what, given) => {
    expect(() => decodeText(Uint8Array.from(given))).toThrow(
      "This file is not text. Choose a CSV or an XLSX file.",
    );
  });
});

describe("a file that does not say its encoding", () => {
  it("is offered in each encoding in which it is text, with a sample of it", async () => {
    const file = new Uint8Array(
      await readFile(new URL("../../../tests/fixtures/imports/shift-jis.csv", import.meta.url)),
    );
    const offers = offerEncodings(file);
    expect(offers.find(({ encoding }) => encoding === "shift_jis")?.sample).toMatch(/[\u3040-\u9fff]{3}/);
    expect(decodeText(file, "shift_jis")).toMatchObject({
      encoding: "shift_jis",
      text: expect.stringContaining("101601,2,10"),
    });
    const opened = await openSource({ kind: "file", name: "t.csv", bytes: file });
    expect(await opened.read({ encoding: "shift_jis" })).toMatchObject({ encoding: "shift_jis" });
    expect(await opened.read({})).toMatchObject({ encoding: "windows-1252" });
  });

  it("is read as a Mac wrote it, if that is chosen", () => {
    // Größe, in MacRoman.
    const file = Uint8Array.from([0x47, 0x72, 0x9a, 0xa7, 0x65, 0x0a]);
    expect(decodeText(file, "macintosh").text).toBe("Größe\n");
    expect(offerEncodings(file).map(({ encoding }) => encoding)).toContain("macintosh");
  });
});
