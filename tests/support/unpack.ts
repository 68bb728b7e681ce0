import { brotliDecompressSync, constants, inflateRawSync, zstdDecompressSync } from "node:zlib";

/** How much of one stream is unpacked at most; only the beginning of a larger one is searched. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;

/** How much is unpacked of one file at most, counting all attempts. */
const MAX_FILE_BYTES = 128 * 1024 * 1024;

/** How many layers of packing are unpacked. */
const MAX_DEPTH = 3;

/** How many bytes of a stream are enough to recognise it. */
const PROBE_BYTES = 64;

/** @throws if the bytes are not such a stream, or unpack to more */
type Unpack = (packed: Buffer, maxOutputLength: number) => Buffer;

const inflate: Unpack = (packed, maxOutputLength) =>
  inflateRawSync(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
const unpackBrotli: Unpack = (packed, maxOutputLength) =>
  brotliDecompressSync(packed, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
const unpackZstd: Unpack = (packed, maxOutputLength) =>
  zstdDecompressSync(packed, { maxOutputLength, finishFlush: constants.ZSTD_e_flush });

/** Base64 that is in ASCII, up to the first byte that is not base64. */
const decode: Unpack = (packed, maxOutputLength) => {
  const [text = ""] = /^[\w+/-]*/.exec(packed.toString("latin1", 0, maxOutputLength)) ?? [];
  return Buffer.from(text, "base64");
};

/** How a kind of stream begins, where its packed data begins after that, and the function that unpacks it. */
type Kind = {
  signature: Buffer;
  unpack: Unpack;
  bodyAt: (content: Buffer, at: number) => number | undefined;
};

const KINDS: Kind[] = [
  { signature: Buffer.from([0x1f, 0x8b, 0x08]), unpack: inflate, bodyAt: afterGzipHeader },
  { signature: Buffer.from("PK\u0003\u0004"), unpack: inflate, bodyAt: afterZipHeader },
  { signature: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), unpack: unpackZstd, bodyAt: (_, at) => at },
  // zlib, with a window of 32 kB and any level.
  ...[0x01, 0x5e, 0x9c, 0xda].map((flags) => ({
    signature: Buffer.from([0x78, flags]),
    unpack: inflate,
    bodyAt: afterZlibHeader,
  })),
  // gzip, zip and Zstandard as base64.
  ...["H4sI", "UEsDB", "KLUv/", "KLUv_"].map((text) => ({
    signature: Buffer.from(text),
    unpack: decode,
    bodyAt: (_: Buffer, at: number) => at,
  })),
];

/**
 * Unpacks everything that is packed in these bytes: gzip, zlib, zip and Zstandard wherever they begin; brotli and raw deflate,
 * which have no signature, if they begin with the bytes or with the body of an entry in the browser's cache. For a stream that is
 * broken or too large, the part before. Does not unpack encrypted data, or PostgreSQL's and LevelDB's own compression.
 */
export function* unpackAll(
  content: Buffer,
  depth = MAX_DEPTH,
  budget = { bytes: MAX_FILE_BYTES },
): Generator<Buffer, void, void> {
  if (depth === 0) return;
  for (const { at, unpack } of streamsIn(content)) {
    if (budget.bytes <= 0) return;
    const unpacked = unpackBeginning(content.subarray(at), unpack, budget);
    if (unpacked === undefined || unpacked.length === 0) continue;
    yield unpacked;
    yield* unpackAll(unpacked, depth - 1, budget);
  }
}

function* streamsIn(content: Buffer): Generator<{ at: number; unpack: Unpack }, void, void> {
  for (const at of [0, cachedBodyAt(content)]) {
    if (at === undefined) continue;
    yield { at, unpack: unpackBrotli };
    if (mayBeDeflate(content, at)) yield { at, unpack: inflate };
  }
  for (const { signature, unpack, bodyAt } of KINDS) {
    for (let at = content.indexOf(signature); at !== -1; at = content.indexOf(signature, at + 1)) {
      const body = bodyAt(content, at);
      if (body !== undefined) yield { at: body, unpack };
    }
  }
}

/** A stream, or the longest beginning of it that can be unpacked. */
function unpackBeginning(packed: Buffer, unpack: Unpack, budget: { bytes: number }): Buffer | undefined {
  const attempt = (length: number): Buffer | undefined => {
    const max = Math.min(MAX_STREAM_BYTES, budget.bytes);
    if (max <= 0) return undefined;
    try {
      const unpacked = unpack(packed.subarray(0, length), max);
      budget.bytes -= unpacked.length;
      return unpacked;
    } catch (error) {
      if (error instanceof RangeError) budget.bytes -= max;
      return undefined;
    }
  };
  let length = Math.min(PROBE_BYTES, packed.length);
  let best = attempt(length);
  if (best === undefined) return undefined;
  const whole = attempt(packed.length);
  if (whole !== undefined) return whole;
  let failed = packed.length;
  while (failed - length > 1) {
    const next = Math.min(length * 2, Math.floor((length + failed) / 2));
    const longer = attempt(next);
    if (longer === undefined) failed = next;
    else [best, length] = [longer, next];
  }
  return best;
}

/** Whether a first block of deflate can begin here: the third type does not exist, and a stored block contains its length twice. */
function mayBeDeflate(content: Buffer, at: number): boolean {
  const [first] = content.subarray(at);
  if (first === undefined) return false;
  const kind = (first >> 1) & 3;
  if (kind !== 0) return kind !== 3;
  return content.length >= at + 5 && (content.readUInt16LE(at + 1) ^ content.readUInt16LE(at + 3)) === 0xffff;
}

function afterZlibHeader(content: Buffer, at: number): number | undefined {
  return mayBeDeflate(content, at + 2) ? at + 2 : undefined;
}

/** RFC 1952: ten bytes, then what the flags announce: further fields, a name, a comment, a check sum. */
function afterGzipHeader(content: Buffer, at: number): number | undefined {
  const flags = content[at + 3] ?? 0xff;
  if ((flags & 0xe0) !== 0) return undefined;
  let body = at + 10;
  if ((flags & 4) !== 0) body += 2 + ((content[body] ?? 0) | ((content[body + 1] ?? 0) << 8));
  for (const text of [8, 16]) if ((flags & text) !== 0) body = content.indexOf(0, body) + 1 || content.length;
  if ((flags & 2) !== 0) body += 2;
  return mayBeDeflate(content, body) ? body : undefined;
}

/** The header in front of each file of an archive: thirty bytes, the name and further fields. */
function afterZipHeader(content: Buffer, at: number): number | undefined {
  if (content.length < at + 30) return undefined;
  const body = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
  return mayBeDeflate(content, body) ? body : undefined;
}

/** Where the server's answer begins in a file of Chromium's cache: after a header of 24 bytes and the address. */
function cachedBodyAt(content: Buffer): number | undefined {
  if (content.length < 24 || content.readBigUInt64LE(0) !== 0xfc_fb_6d_1b_a7_72_5c_30n) return undefined;
  return 24 + content.readUInt32LE(12);
}
