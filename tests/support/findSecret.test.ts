import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  type ZlibOptions,
} from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { filesWith, isLogged, tablesWith } from "./findSecret.ts";
import { unpackAll } from "./unpack.ts";

const SECRET = "CANARY-7Q2M-9ZXW-K4TR";
/** Long and varied enough that each compression writes the secret in pieces of a few bits. */
const TEXT = Array.from({ length: 200 }, (_, n) => `line ${n} of a log, ${n * n}\n`).join("");
const LOG = Buffer.from(`${TEXT}pin ${SECRET}\n${TEXT}`);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "codedesk-find-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Whether the secret is found in a file with this content, which does not have it as it is. */
function isFound(content: Uint8Array): boolean {
  expect(Buffer.from(content).includes(SECRET)).toBe(false);
  writeFileSync(join(directory, "file"), content);
  return filesWith([directory], [SECRET]).length > 0;
}

function workbook(cell: string): Promise<Uint8Array> {
  const rows = () => Array.from({ length: 50 }, (_, n) => [n === 30 ? cell : `cell ${n}`]);
  return workbookFile({ name: "Codes", columns: [{ head: "Code", width: 20 }], rows });
}

/** What a browser's cache keeps of an answer: a header, the address, the body, and what belongs to the answer. */
function cacheEntry(body: Buffer): Buffer {
  const address = "1/0/https://desk.example/codes";
  const header = Buffer.alloc(24);
  header.writeBigUInt64LE(0xfc_fb_6d_1b_a7_72_5c_30n);
  header.writeUInt32LE(5, 8);
  header.writeUInt32LE(address.length, 12);
  return Buffer.concat([header, Buffer.from(address), body, randomBytes(300)]);
}

/** A gzip file that says everything about itself that it can. */
function gzipWithEveryField(): Buffer {
  const fields = Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 7, 7, 7]);
  return Buffer.concat([fields, Buffer.from("name\0comment\0"), Buffer.alloc(2), deflateRawSync(LOG)]);
}

describe("a secret in a segment of the database's log", () => {
  it.each([1, 2])("is found where it goes on behind the header of page %i", (page) => {
    const pages = Array.from({ length: 4 }, (_, n) => randomBytes(8_192 - (n === 0 ? 40 : 24)));
    const record = Buffer.concat(pages);
    record.write(SECRET, page * 8_192 - 40 - (page - 1) * 24 - 9);
    let at = 0;
    const segment = pages.flatMap(({ length }, n) => {
      const header = randomBytes(n === 0 ? 40 : 24);
      const content = record.subarray(at, (at += length));
      return [header, content];
    });
    mkdirSync(join(directory, "pg_wal"));
    const path = join(directory, "pg_wal", "00000001000000000000000A");
    writeFileSync(path, Buffer.concat(segment));
    expect(Buffer.concat(segment).includes(SECRET)).toBe(false);
    expect(filesWith([directory], [SECRET])).toEqual([{ secret: SECRET, path }]);
  });
});

describe("a secret in a file", () => {
  it.each([
    ["gzip", gzipSync(LOG)],
    ["gzip with a name, a comment and further fields", gzipWithEveryField()],
    ["zlib", deflateSync(LOG)],
    ["zlib of the lowest level", deflateSync(LOG, { level: 1 })],
    ["zlib of the highest level", deflateSync(LOG, { level: 9 })],
    ["bare deflate", deflateRawSync(LOG)],
    ["brotli", brotliCompressSync(LOG)],
    ["Zstandard", zstdCompressSync(LOG)],
  ])("is found packed by %s", (_, packed) => {
    expect(isFound(packed)).toBe(true);
  });

  it.each([
    ["gzip", gzipSync(LOG)],
    ["zlib", deflateSync(LOG)],
    ["Zstandard", zstdCompressSync(LOG)],
  ])("is found packed by %s somewhere in a larger file", (_, packed) => {
    expect(isFound(Buffer.concat([randomBytes(10_000), packed, randomBytes(10_000)]))).toBe(true);
  });

  it.each([
    ["brotli", brotliCompressSync(LOG)],
    ["bare deflate", deflateRawSync(LOG)],
    ["gzip", gzipSync(LOG)],
  ])("is found in an entry of the browser's cache, sent as %s", (_, packed) => {
    expect(isFound(cacheEntry(packed))).toBe(true);
  });

  it("is found in a workbook, and in one between other bytes", async () => {
    const packed = await workbook(SECRET);
    expect(isFound(packed)).toBe(true);
    expect(isFound(Buffer.concat([randomBytes(10_000), packed, randomBytes(10_000)]))).toBe(true);
  });

  it("is found in what is packed twice and three times, in whatever way", async () => {
    // Between text: what is packed already is otherwise kept as it is.
    const amid = (packed: Uint8Array) => Buffer.concat([Buffer.from(TEXT), packed, Buffer.from(TEXT)]);
    const packed = await workbook(SECRET);
    expect(isFound(gzipSync(amid(packed)))).toBe(true);
    expect(isFound(brotliCompressSync(amid(gzipSync(amid(packed)))))).toBe(true);
    expect(isFound(gzipSync(Buffer.concat([brotliCompressSync(LOG), Buffer.from(TEXT)])))).toBe(true);
  });

  it("is found in what is packed and then written as text, and written as text and then packed", async () => {
    const packed = Buffer.from(await workbook(SECRET));
    for (const each of [gzipSync(LOG), packed, zstdCompressSync(LOG)]) {
      expect(isFound(Buffer.from(`{"body":"${each.toString("base64")}"}`))).toBe(true);
      expect(isFound(Buffer.from(`/download?body=${each.toString("base64url")}&as=file`))).toBe(true);
    }
    expect(isFound(gzipSync(Buffer.from(SECRET).toString("hex") + TEXT))).toBe(true);
    expect(isFound(gzipSync(Buffer.from(SECRET, "utf16le")))).toBe(true);
  });

  it("is found in a stream that is cut off or overwritten behind it", () => {
    const long = gzipSync(Buffer.concat([LOG, randomBytes(50_000)]));
    expect(isFound(long.subarray(0, 20_000))).toBe(true);
    expect(isFound(Buffer.concat([long.subarray(0, 20_000), Buffer.alloc(30_000, 0xff)]))).toBe(true);
    expect(isFound(Buffer.concat([long.subarray(0, 20_000), randomBytes(90_000)]))).toBe(true);
  });

  it("is found in the name of a file, and only in files written since then", () => {
    const path = join(directory, `${SECRET}.txt`);
    writeFileSync(path, "");
    utimesSync(path, 1000, 1000);
    expect(filesWith([directory], [SECRET, "CANARY-OTHER"])).toEqual([{ secret: SECRET, path }]);
    expect(filesWith([directory], [SECRET], { since: 2_000_000 })).toEqual([]);
    expect(filesWith([directory], [SECRET], { except: [directory] })).toEqual([]);
  });
});

describe("a file without the secret", () => {
  it("is not said to have it, whatever is packed in it", async () => {
    const options: ZlibOptions = { level: 0 };
    const contents = [LOG, gzipSync(LOG), deflateSync(LOG, options), await workbook(SECRET)];
    for (const content of contents) {
      writeFileSync(join(directory, "file"), content);
      expect(filesWith([directory], ["CANARY-7Q2M-9ZXW-K4TX"])).toEqual([]);
    }
  });

  it("is unpacked to so much and no more", () => {
    for (const size of [10_000_000, 100_000_000]) {
      const stream = gzipSync(Buffer.alloc(size));
      const streams = Buffer.concat(Array.from({ length: 20 }, () => stream));
      let unpacked = 0;
      for (const { length } of unpackAll(streams)) unpacked += length;
      expect(unpacked).toBeGreaterThan(1_000_000);
      expect(unpacked).toBeLessThanOrEqual(128 * 1024 * 1024);
    }
  });
});

describe("a secret in a table or a log", () => {
  const inTable = (row: string) =>
    tablesWith(
      {
        query: (statement) =>
          Promise.resolve({
            rows: statement.includes("pg_tables") ? [{ schema: "public", name: "careless" }] : [{ row }],
          }),
      },
      [SECRET],
    );

  it("is found as bytes and as text, packed and not", async () => {
    expect(await inTable(`(1,${SECRET})`)).toEqual(["careless"]);
    expect(await inTable(`(1,"\\\\x${gzipSync(LOG).toString("hex")}")`)).toEqual(["careless"]);
    expect(await inTable(`(1,"\\\\x${brotliCompressSync(LOG).toString("hex")}",2)`)).toEqual(["careless"]);
    expect(await inTable(`(1,${gzipSync(LOG).toString("base64")})`)).toEqual(["careless"]);
    expect(await inTable(`(1,"\\\\x${gzipSync(TEXT).toString("hex")}")`)).toEqual([]);
    expect(isLogged([`{"body":"${gzipSync(LOG).toString("base64")}"}\n`], [SECRET])).toBe(true);
    expect(isLogged([`{"body":"${gzipSync(TEXT).toString("base64")}"}\n`], [SECRET])).toBe(false);
  });
});
