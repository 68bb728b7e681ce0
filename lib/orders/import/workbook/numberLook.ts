import { besideNumber } from "./besideNumber.ts";

/** How a number format shows a number: with so many decimals, as it is stored, or so that it reads as another number. */
type NumberDigits = number | "stored" | "otherwise";
/** With what is shown before and after it: a currency, a unit or a minus sign, for example. */
export type NumberLook = { digits: NumberDigits; before: string; after: string };

export const AS_STORED: NumberLook = { digits: "stored", before: "", after: "" };

/** The formats of ECMA-376 §18.8.30 by their numbers; dates are told apart elsewhere (dateStyles.ts). */
const KNOWN = new Map<number, NumberDigits>([
  ...[0, 49].map((id) => [id, "stored"] as const),
  ...[1, 3, 5, 6, 37, 38, 41, 42].map((id) => [id, 0] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, 2] as const),
  ...[9, 10, 11, 12, 13, 48].map((id) => [id, "otherwise"] as const),
]);

/** They show the currency of the machine. A file that means another one than the dollar says so by a code of its own. */
const WITH_CURRENCY = new Set([5, 6, 7, 8, 42, 44]);
/** The numbers from here on are a file's own. Of those below, what is not listed belongs to one language, such as Thai percent. */
const FIRST_OWN = 164;

export function lookOfKnown(id: number): NumberLook {
  const digits = KNOWN.get(id) ?? (id >= FIRST_OWN ? "stored" : "otherwise");
  return { digits, before: WITH_CURRENCY.has(id) ? "$" : "", after: "" };
}

/** How a format's code shows a number: percent, thousands left out, digits of its own and an empty format show another number than is stored. */
export function lookOfCode(code: string): NumberLook {
  // Conditions choose among the sections; without them, the first is that of positive numbers.
  const sections = split(code);
  const looks = (/\[[<>=]/.test(code) ? sections : sections.slice(0, 1)).map(lookOfSection);
  const [{ before, after } = AS_STORED, ...others] = looks;
  const isSame = others.every((each) => each.before === before && each.after === after);
  return { digits: isSame ? digitsOf(looks) : "otherwise", before, after };
}

/** How a format's code shows zero, if that is by words of its own, such as `0;-0;"none"`; null: like any number. */
export function zeroLookOfCode(code: string): NumberLook | null {
  const section = /\[[<>=]/.test(code) ? undefined : split(code)[2];
  const look = section === undefined ? null : lookOfSection(section);
  return look !== null && hasWords(look) ? look : null;
}

/** Whether words are shown beside the number, or instead of it. */
function hasWords({ before, after }: NumberLook): boolean {
  return /\p{L}/u.test(before + after);
}

/** A cell of which something else is shown than is stored: in brackets, so that it is not taken for what somebody has seen, with the words that are. */
export function shownOtherwise(stored: string, look: NumberLook): string {
  return hasWords(look) ? `${look.before} (${stored}) ${look.after}`.trim() : `(${stored})`;
}

function digitsOf(looks: readonly NumberLook[]): NumberDigits {
  const all = looks.map(({ digits }) => digits);
  if (all.includes("otherwise")) return "otherwise";
  const decimals = all.filter((each) => typeof each === "number");
  return decimals.length === 0 ? "stored" : Math.min(...decimals);
}

/** How a format's code shows a text: its fourth section, or the one with a place for the text, if it has any. */
export function textLookOfCode(code: string): NumberLook {
  const sections = split(code);
  const ofText =
    sections.length > 3
      ? sections[3]
      : sections.findLast((section) => section.replace(LITERAL, "").includes("@"));
  if (ofText === undefined) return AS_STORED;
  const { before, inside, after } = besideNumber(ofText);
  const places = ofText.replace(LITERAL, "").replace(/[_*].|\[[^\][]*\]/g, "");
  const isBare = (places.match(/@/g) ?? []).length === 1 && !/[0#?]/.test(places) && inside === "";
  const isText = isBare && !/\p{Nd}/u.test(before + after);
  return { digits: isText && !hasFilling(ofText) ? "stored" : "otherwise", before, after };
}

/** Whether what fills the width of the cell can be taken for a part of the number. */
function hasFilling(section: string): boolean {
  return /\*[^\s]/.test(section.replace(LITERAL, ""));
}

const LITERAL = /"[^"]*"|\\./g;

function split(code: string): string[] {
  const bare = code.replace(LITERAL, (text) => text.replaceAll(";", " "));
  return bare.split(";");
}

function lookOfSection(section: string): NumberLook {
  const { before, inside, after } = besideNumber(section);
  // Between digits, any sign makes another number of them: a stored 20 with `0\.00` is seen as 0.20.
  return {
    digits: inside === "" && !hasFilling(section) ? digitsOfSection(section) : "otherwise",
    before,
    after,
  };
}

/** White numbers, and a space at another place than between thousands: a stored 2550 is seen as 25 50. */
function isMisleading(section: string): boolean {
  const plain = section.replace(
    /\[[^\][]*\]|"([^"]*)"|\\(.)/g,
    (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "",
  );
  return (
    /\[(?:white|color ?2)\]/i.test(section) ||
    /[0#?][\p{Zs}][0#?]{1,2}(?![0#?])/u.test(plain.split(".")[0] ?? "")
  );
}

function digitsOfSection(section: string): NumberDigits {
  if (isMisleading(section)) return "otherwise";
  if ((section.match(LITERAL) ?? []).some((text) => /\p{Nd}/u.test(text))) return "otherwise";
  const bare = section.replace(LITERAL, "").replace(/[_*].|\[[^\][]*\]/g, "");
  if (/general|@/i.test(bare)) return "stored";
  if (!/[0#?]/.test(bare) || /%|[eE][+-]|[0#?] *\/|[1-9]/.test(bare)) return "otherwise";
  if (/[0#?],+(?![0#?,])/.test(bare)) return "otherwise";
  return /\.([0#?]*)/.exec(bare)?.[1]?.length ?? 0;
}

/** Whether a number is shown as it is stored, or rounded to fewer decimals or otherwise changed. */
export function isShownAsStored(number: string, { digits }: NumberLook): boolean {
  if (digits === "stored") return true;
  return digits !== "otherwise" && (number.split(".")[1] ?? "").length <= digits;
}
