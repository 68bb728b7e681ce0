import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { withoutInvisible } from "#lib/text/invisible.ts";

export type ParsedQuantity = { ok: true; quantity: number } | { ok: false; message: string };

/** Groups of three digits, always with the same space or apostrophe between them. A tab or a new line may separate two numbers. */
const GROUPED = /^[1-9]\d{0,2}([\p{Zs}'’])\d{3}(?:\1\d{3})*$/u;

/**
 * Reads a typed quantity: a whole number from 1 (docs/service-interface.md §2.2), in digits of any script. Thousands may be
 * separated by a space or an apostrophe (`1 000`, `1’000`), as in amounts; `1,000` and `1.000` can mean one or a thousand and are
 * refused like decimals. At most `MAX_QUANTITY`.
 */
export function parseQuantity(text: string): ParsedQuantity {
  const typed = asciiDigits(withoutInvisible(text).trim());
  const plain = GROUPED.test(typed) ? typed.replace(/\D/g, "") : typed;
  if (plain === "") return { ok: false, message: "Enter a quantity." };
  if (!/^\d+$/.test(plain)) {
    return { ok: false, message: "Enter a whole number, in digits only." };
  }
  const quantity = Number(plain);
  if (quantity < 1) return { ok: false, message: "Enter at least 1." };
  if (quantity > MAX_QUANTITY) return { ok: false, message: tooLarge() };
  return { ok: true, quantity };
}

/** In the reader's locale, so not made in advance. */
function tooLarge(): string {
  return `Enter at most ${formatCount(MAX_QUANTITY)}. A larger quantity needs several orders.`;
}
