/** The names of the characters from U+00A0 on, in their order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const OTHERS: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  euro: "€",
  trade: "™",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  ensp: "\u2002",
  emsp: "\u2003",
  thinsp: "\u2009",
  zwnj: "\u200c",
  zwj: "\u200d",
};
const NAMED = new Map([
  ...LATIN.split(" ").map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ...Object.entries(OTHERS),
]);
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,9}));?/g;

/** Replaces the references to characters that programs write into copied HTML (`&nbsp;`, `&#8364;`). Others stay as they are written. */
export function decodeHtmlText(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? written;
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal));
  });
}

const WINDOWS = new TextDecoder("windows-1252");

/** Browsers read the numbers from 128 to 159 as windows-1252. */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS.decode(Uint8Array.of(code));
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
  return String.fromCodePoint(code);
}
