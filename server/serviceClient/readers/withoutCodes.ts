import "server-only";
import { codeFields } from "#lib/codes/fieldRoles.ts";
import type { Code } from "#lib/contracts/codes/codes.ts";

/** Replaces a code. */
const HIDDEN = "[code]";
/** A shorter value may be part of any word. */
const SHORTEST = 4;

/**
 * A text of an answer about an order, without the codes of the same answer: it is stored, and shown to everybody who may see the order.
 */
export function withoutCodes(text: string | null, codes: readonly Code[]): string | null {
  if (text === null) return null;
  // Codes of an order have the same fields, nearly always.
  const namesOf = new Map<string, string[]>();
  return codes.reduce((left, { fields }) => {
    const all = Object.keys(fields);
    const key = all.join("\n");
    const names = namesOf.get(key) ?? codeFields(all);
    namesOf.set(key, names);
    return names.reduce((rest, name) => {
      const value = fields[name]?.trim() ?? "";
      const isInside = value.length >= SHORTEST && value.length <= rest.length && rest.includes(value);
      return isInside ? rest.replaceAll(value, HIDDEN) : rest;
    }, left);
  }, text);
}
