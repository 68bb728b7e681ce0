import { asciiDigits } from "#lib/text/asciiDigits.ts";

export type ParsedQuantity = { ok: true; quantity: number } | { ok: false; message: string };

/**
 * Reads a typed quantity: a whole number from 1 (docs/service-interface.md §2.2), in digits of any script. Grouped digits and
 * decimals are refused: `1,000` and `1.000` can mean one or a thousand. There is no upper limit, because none is stated; a number
 * that is no longer exact is refused.
 */
export function parseQuantity(text: string): ParsedQuantity {
  const plain = asciiDigits(text.trim());
  if (plain === "") return { ok: false, message: "Enter a quantity." };
  if (!/^\d+$/.test(plain)) {
    return { ok: false, message: "Enter a whole number, in digits only." };
  }
  const quantity = Number(plain);
  if (quantity < 1) return { ok: false, message: "Enter at least 1." };
  if (!Number.isSafeInteger(quantity)) return { ok: false, message: "This quantity is too large." };
  return { ok: true, quantity };
}
