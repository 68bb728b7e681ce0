import type { Code } from "#lib/contracts/codes/codes.ts";
import { tellsCodesApart } from "./fieldLabels.ts";

/** Shorter values belong to several codes. */
const SHORTEST = 4;
export const LONGEST_SEARCHED = 2_000;

/**
 * A value of a code in the form in which it is compared: people copy codes with other spaces, dashes and letter cases than those
 * delivered. Null if nothing is left to search for.
 */
export function searchableValue(text: string): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}\p{Pd}]+/gu, "")
    .toUpperCase();
  return plain.length < SHORTEST || plain.length > LONGEST_SEARCHED ? null : plain;
}

/** The same without anything but letters, digits and their marks: customers write other separators, or none. */
function bareValue(text: string): string | null {
  return searchableValue(text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ""));
}

/** The forms in which a value is stored, and looked for: a value that is found in one of them is the same. */
export function valueForms(text: string): string[] {
  return [...new Set([searchableValue(text), bareValue(text)].flatMap((form) => form ?? []))];
}

/** Characters that are taken for each other when a code is read from a card or a screen. */
const ALIKE: Record<string, string> = { O: "0", I: "1", L: "1", B: "8", S: "5" };
/** Shorter texts are similar to too many. */
const SHORTEST_SIMILAR = 6;

/** The form that texts share which somebody may have taken for each other (O and 0, I, l and 1, B and 8, S and 5); null if it is too short. */
export function similarForm(text: string): string | null {
  const bare = bareValue(text);
  if (bare === null || bare.length < SHORTEST_SIMILAR) return null;
  return alike(bare);
}

/** Punctuation around a code that is part of a sentence. */
const AROUND = /^[\s\p{Cf}\p{P}\p{S}]+|[\s\p{Cf}\p{P}\p{S}]+$/gu;
/** What people write before a code, with a sign after it or as one of these words. */
const LABEL = /^[\s\p{P}]*\p{L}[\p{L}\p{M}\s./()-]{0,40}[:：#=＝]/u;
const WORDS =
  /^[\s\p{P}]*(?:(?:gift|your|the|card|voucher|coupon|serial|activation|redeem|pin)\s*)*(?:code|pin|card|voucher|coupon|key|serial|number|no|nr)\b[\s\p{P}]*/iu;
const MOST_LINES = 10;

/**
 * The texts to look for if somebody typed or pasted `text` as a code: as it is, without what is around it in a sentence, without a label
 * before it, and each of a few lines.
 */
export function typedForms(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const parts = [text, ...(lines.length > 1 && lines.length <= MOST_LINES ? lines : [])];
  const forms = parts.flatMap((part) => {
    const unlabelled = [part.replace(LABEL, ""), part.replace(WORDS, "")].filter((each) => each !== part);
    return [part.trim(), ...[part, ...unlabelled].map((each) => each.replaceAll(AROUND, ""))];
  });
  return [...new Set(forms)];
}

/** Whether a spreadsheet has replaced the last digits of a number by an exponent or by zeros: `2.86886E+18`, `1234567890123450000`. */
export function hasLostDigits(text: string): boolean {
  const plain = text.normalize("NFKC").replaceAll(/[\s\p{Cf}]+/gu, "");
  return /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i.test(plain) || /^\d{14,15}0{2,}$/.test(plain);
}

/** How many of a code's last characters are looked for. Fewer belong to many codes. */
export const END_LENGTH = { least: 4, most: 6 };

/** The last characters of a code as they are compared; null if they are too few or too many. */
export function codeEnd(text: string): string | null {
  const bare = bareValue(text);
  return bare === null || bare.length < END_LENGTH.least || bare.length > END_LENGTH.most ? null : bare;
}

/** Whether a value by which a person may refer to this code ends like this; `similar` if only O and 0, I, L and 1, B and 8, S and 5 differ. */
export function matchEnd({ fields }: Pick<Code, "fields">, end: string): "same" | "similar" | null {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    tellsCodesApart(name) ? (bareValue(value) ?? []) : [],
  );
  const longer = values.filter(({ length }) => length > end.length);
  if (longer.some((value) => value.endsWith(end))) return "same";
  return longer.some((value) => alike(value).endsWith(alike(end))) ? "similar" : null;
}

function alike(bare: string): string {
  return bare.replaceAll(/[OILBS]/g, (character) => ALIKE[character] ?? character);
}

/** Whether a text that somebody typed or pasted is a code or a value of it; `isSimilar`: whether it may be taken for it. */
export function typedCode(text: string, isSimilar: boolean): (code: Pick<Code, "fields">) => boolean {
  const forms = typedForms(text);
  const typed = isSimilar ? forms.flatMap((form) => similarForm(form) ?? []) : forms.flatMap(valueForms);
  return (code) =>
    (isSimilar ? similarValues(code) : searchableValues(code)).some((value) => typed.includes(value));
}

/** The values by which a person may refer to this code, each once. */
export function searchableValues({ fields }: Pick<Code, "fields">): string[] {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    tellsCodesApart(name) ? valueForms(value) : [],
  );
  return [...new Set(values)];
}

/** The forms by which this code is found as a similar one, each once. */
export function similarValues({ fields }: Pick<Code, "fields">): string[] {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    tellsCodesApart(name) ? (similarForm(value) ?? []) : [],
  );
  return [...new Set(values)];
}
