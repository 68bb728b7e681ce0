/** The texts that a number format shows before, between and after the digits, as they are seen. */
export type BesideNumber = { before: string; inside: string; after: string };

/** Quoted and escaped text, currencies, colours and conditions, spacing, filling, places of the number, and any other sign. */
const PARTS =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|\[\$(?<sign>[^\][-]*)(?:-[^\][]*)?\]|(?<bracket>\[[^\][]*\])|_(?<space>.)|\*(?<filling>.)|(?<place>general|[0#?@])|(?<point>[.,])|(?<other>.)/gis;

/** Reads one section of a format's code. Without a place for the number, all of it stands before. */
export function besideNumber(section: string): BesideNumber {
  const parts = [...section.matchAll(PARTS)].map(({ groups = {} }) => ({
    isPlace: groups.place !== undefined,
    text: shownText(groups),
  }));
  const first = parts.findIndex(({ isPlace }) => isPlace);
  const last = parts.findLastIndex(({ isPlace }) => isPlace);
  const join = (some: typeof parts) => some.map(({ text }) => text).join("");
  if (first === -1) return { before: join(parts).trim(), inside: "", after: "" };
  return {
    before: join(parts.slice(0, first)).trimStart(),
    inside: join(parts.slice(first, last)).trim(),
    after: join(parts.slice(last)).trimEnd(),
  };
}

function shownText(groups: Record<string, string | undefined>): string {
  if (groups.space !== undefined) return " ";
  const { quoted, escaped, sign, filling, other } = groups;
  return quoted ?? escaped ?? sign ?? filling ?? other ?? "";
}
