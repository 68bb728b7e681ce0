import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";

export type DecodedText = {
  text: string;
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** No mark and no valid UTF-8: the encoding is what spreadsheets in Western Europe write. */
  guessed: boolean;
};

const MARKS: readonly { bytes: readonly number[]; encoding: DecodedText["encoding"] }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];
const SAMPLE = 4_096;
const NO_TEXT = "This file is not a table of text. Choose a CSV or an XLSX file.";

/**
 * Decodes a text file: by its byte order mark, else UTF-16 by its zero bytes, else UTF-8, else windows-1252.
 * @throws ImportRefusal for what is no text in any of them.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return { ...decoded(bytes, mark.encoding), guessed: false };
  const wide = wideEncoding(bytes);
  if (wide) return { ...decoded(bytes, wide), guessed: true };
  try {
    return { ...decoded(bytes, "utf-8"), guessed: false };
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    return { ...decoded(bytes, "windows-1252"), guessed: true };
  }
}

function decoded(bytes: Uint8Array, encoding: DecodedText["encoding"]): Omit<DecodedText, "guessed"> {
  const hasMark = MARKS.some(
    (each) => each.encoding === encoding && each.bytes.every((b, at) => bytes[at] === b),
  );
  const fatal = encoding !== "windows-1252";
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch (error) {
    if (encoding === "utf-8" && !hasMark) throw error;
    throw new ImportRefusal(
      `This file says that it is ${encoding.toUpperCase()}, but some of its characters can't be read. Save it again as CSV UTF-8.`,
    );
  }
  if (/[\0\ufffe\uffff]/.test(text)) throw new ImportRefusal(NO_TEXT);
  return { text, encoding };
}

/** Latin text in UTF-16 has a zero byte beside nearly every character. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const length = Math.min(bytes.length, SAMPLE) & ~1;
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const half = length / 2;
  if (half === 0) return null;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  return even > half * 0.4 && odd < half * 0.05 ? "utf-16be" : null;
}
