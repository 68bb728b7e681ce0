import type { Code } from "#lib/contracts/codes.ts";
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

/** Punctuation around a code that is part of a sentence. */
const AROUND = /^[\s\p{Cf}\p{P}\p{S}]+|[\s\p{Cf}\p{P}\p{S}]+$/gu;

/** The texts to look for if somebody typed or pasted `text` as a code: as it is, and without what is around it in a sentence. */
export function typedForms(text: string): string[] {
  return [...new Set([text.trim(), text.replaceAll(AROUND, "")])];
}

/** The values by which a person may refer to this code, each once. */
export function searchableValues({ fields }: Pick<Code, "fields">): string[] {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    tellsCodesApart(name) ? (searchableValue(value) ?? []) : [],
  );
  return [...new Set(values)];
}
