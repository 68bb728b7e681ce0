import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { describe, expect, it } from "vitest";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { openZip } from "./openZip.ts";
import { textOf, zipOf, zipOfBytes } from "./parts.testing.ts";

const DAMAGED = "This file is not an XLSX workbook, or it is damaged. Save it again as XLSX or CSV.";

const replaced = (bytes: Uint8Array, from: string, to: number) => {
  const copy = Uint8Array.from(bytes);
  const at = new TextDecoder("latin1").decode(bytes).indexOf(from);
  copy[at] = to;
  return copy;
};

describe("the parts of a workbook", () => {
  it("are found by their names, however these are written, and folders are none", async () => {
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
    await writer.add("xl/", undefined, { directory: true });
    await writer.add("xl/Sheet.XML", new TextReader("one"));
    const zip = await writer.close();
    expect((await openZip(zip)).names).toEqual(["xl/sheet.xml"]);
    expect(await textOf(zip, "XL/sheet.xml")).toBe("one");
    expect(await textOf(zip, "xl/")).toBe(false);
    expect(await textOf(zip, "sheet.xml")).toBe(false);
  });

  it("keep characters that are cut between two pieces", async () => {
    for (const start of ["", "x", "xx"]) {
      const text = start + "€".repeat(100_000);
      expect(await textOf(await zipOf({ part: text }))).toBe(text);
    }
  });
});

describe("a file that is damaged", () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ["is no zip file", () => Promise.resolve(Uint8Array.of(0x50, 0x4b, 3, 4))],
    ["breaks off", async () => (await zipOf({ part: "text" })).slice(0, -30)],
    [
      "holds other bytes than it says",
      async () => replaced(await zipOfBytes(new TextEncoder().encode("letters"), true), "letters", 0x4c),
    ],
    ["holds what is no text", () => zipOfBytes(Uint8Array.of(0x41, 0xff, 0x42))],
    ["ends in the middle of a character", () => zipOfBytes(Uint8Array.of(0x41, 0xe2, 0x82))],
  ])("is refused with words when it %s", async (_what, make) => {
    const reading = make().then((zip) => textOf(zip));
    await expect(reading).rejects.toThrow(DAMAGED);
    await expect(reading).rejects.toBeInstanceOf(ImportRefusal);
  });

  it("is refused with the reader's own words if its reader refuses a part", async () => {
    const archive = await openZip(await zipOf({ part: "text" }));
    const refusal = new ImportRefusal("No such table.");
    const reading = archive.read("part", () => {
      throw refusal;
    });
    await expect(reading).rejects.toBe(refusal);
  });

  it("is called damaged if its reader fails at it", async () => {
    const archive = await openZip(await zipOf({ part: "text" }));
    const reading = archive.read("part", () => {
      throw new TypeError("nothing to read");
    });
    await expect(reading).rejects.toThrow(DAMAGED);
  });
});
