import { describe, expect, it } from "vitest";
import { openZip } from "./openZip.ts";
import { textOf, zipOf, zipOfBytes } from "./parts.testing.ts";

const MEGABYTE = 1024 * 1024;
const BOMB =
  "This workbook unpacks to far more than it should hold, so it was not read. Save the table as CSV.";

/** A zip file of empty parts, written by hand because the library takes seconds for so many (APPNOTE.TXT §4.3). */
function zipOfEmptyParts(count: number): Uint8Array {
  const locals: number[] = [];
  const directory: number[] = [];
  const u16 = (value: number) => [value & 255, value >> 8];
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
  for (let at = 0; at < count; at += 1) {
    const name = new TextEncoder().encode(`part${at}`);
    // Version, flags, method, time, date; checksum and both sizes; lengths of the name and of what follows it.
    const shared = [
      ...u16(20),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(0),
      ...u32(0),
      ...u32(0),
      ...u16(name.length),
      ...u16(0),
    ];
    directory.push(
      ...u32(0x02014b50),
      ...u16(20),
      ...shared,
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(locals.length),
      ...name,
    );
    locals.push(...u32(0x04034b50), ...shared, ...name);
  }
  const end = [
    ...u32(0x06054b50),
    ...u32(0),
    ...u16(count),
    ...u16(count),
    ...u32(directory.length),
    ...u32(locals.length),
    ...u16(0),
  ];
  return Uint8Array.from([...locals, ...directory, ...end]);
}

describe("the parts of a workbook", () => {
  it("are at most ten thousand", async () => {
    expect((await openZip(zipOfEmptyParts(10_000))).names).toHaveLength(10_000);
    await expect(openZip(zipOfEmptyParts(10_001))).rejects.toThrow(BOMB);
  });
});

describe("what a part unpacks to", () => {
  it("can be many times its size only up to four megabytes", async () => {
    expect(await textOf(await zipOf({ part: " ".repeat(MEGABYTE * 4) }))).toHaveLength(MEGABYTE * 4);
    await expect(textOf(await zipOf({ part: " ".repeat(MEGABYTE * 4 + 1) }))).rejects.toThrow(BOMB);
  });

  it("can be larger if it is not many times its size", async () => {
    const bytes = new Uint8Array(MEGABYTE * 4 + 1).fill(0x20);
    expect(await textOf(await zipOfBytes(bytes, true))).toHaveLength(bytes.length);
  });

  it("is at most 128 megabytes over all that is read of a workbook", async () => {
    const archive = await openZip(await zipOf({ part: " ".repeat(MEGABYTE * 4), small: "x" }));
    const read = (name: string) => archive.read(name, () => undefined);
    for (let parts = 0; parts < 32; parts += 1) expect(await read("part")).toBe(true);
    await expect(read("small")).rejects.toThrow(BOMB);
  });
});
