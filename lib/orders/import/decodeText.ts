import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";

/** Encodings that a file does not name itself, as spreadsheets of different regions and systems write them. */
export const REGIONAL_ENCODINGS = {
  "windows-1252": "Western European",
  macintosh: "Western European (Mac)",
  "windows-1250": "Central European",
  "windows-1251": "Cyrillic",
  "windows-1253": "Greek",
  "windows-1254": "Turkish",
  "windows-1255": "Hebrew",
  "windows-1256": "Arabic",
  shift_jis: "Japanese",
  gb18030: "Chinese (simplified)",
  big5: "Chinese (traditional)",
  "euc-kr": "Korean",
} as const;
export type RegionalEncoding = keyof typeof REGIONAL_ENCODINGS;
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | RegionalEncoding;

/** An encoding in which a file can be read, with some of its text as it then is. */
export type EncodingOffer = { encoding: RegionalEncoding; sample: string };

export type DecodedText = {
  text: string;
  encoding: Encoding;
  /** There is no byte order mark and no valid UTF-8, so the encoding is the one that spreadsheets in Western Europe use. */
  guessed: boolean;
};

const MARKS: readonly { bytes: readonly number[]; encoding: DecodedText["encoding"] }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];
const SAMPLE = 4_096;
/** Fractions of the characters in a sample. */
const OFTEN = 0.4;
const SELDOM = 0.05;
const NO_TEXT = "This file is not text. Choose a CSV or an XLSX file.";

/**
 * Decodes a text file: by its byte order mark, otherwise as UTF-16 if its zero bytes suggest it, otherwise as UTF-8, otherwise as
 * windows-1252.
 * @throws ImportRefusal if it is not text in any of them.
 */
export function decodeText(bytes: Uint8Array, chosen?: RegionalEncoding): DecodedText {
  const mark = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  const encoding =
    chosen ??
    mark?.encoding ??
    wideEncoding(bytes) ??
    (decoded(bytes, "utf-8") === null ? "windows-1252" : "utf-8");
  const text = decoded(bytes, encoding);
  if (text === null) {
    throw new ImportRefusal(
      `This file says that it is ${encoding.toUpperCase()}, but some of its characters can't be read. Save it again as CSV UTF-8.`,
    );
  }
  if (/[\0\ufffe\uffff]/.test(text)) throw new ImportRefusal(NO_TEXT);
  return { text, encoding, guessed: mark === undefined && encoding !== "utf-8" };
}

/** The encodings in which the file is text, each with the first line that differs between them. */
export function offerEncodings(bytes: Uint8Array): EncodingOffer[] {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = bytes.lastIndexOf(LINE_FEED, first) + 1;
  const end = bytes.indexOf(LINE_FEED, first);
  const line = bytes.subarray(from, end === -1 ? bytes.length : end).subarray(0, SAMPLE);
  const all = Object.keys(REGIONAL_ENCODINGS).filter(
    (each): each is RegionalEncoding => each in REGIONAL_ENCODINGS,
  );
  return all.flatMap((encoding) => {
    if (decoded(bytes, encoding) === null) return [];
    const sample = new TextDecoder(encoding).decode(line).trim().slice(0, SHOWN);
    return { encoding, sample };
  });
}

const LINE_FEED = 0x0a;
const SHOWN = 40;

/** Null if the bytes are not valid in this encoding. */
function decoded(bytes: Uint8Array, encoding: DecodedText["encoding"]): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Latin text in UTF-16 has a zero byte beside nearly every character. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = (parity: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length / (sample.length / 2);
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > OFTEN && even < SELDOM) return "utf-16le";
  return even > OFTEN && odd < SELDOM ? "utf-16be" : null;
}
