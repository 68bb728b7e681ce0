import { amountText, neutralAmount, readNeutralAmount } from "#lib/money/typedAmount.ts";

export type TypedAmounts =
  | { ok: true; amounts: { currency: string; amount: number }[] }
  | { ok: false; message: string };

/** Reads amounts as people type them, one a line: "EUR 5,000.00". */
export function readAmounts(text: string): TypedAmounts {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  const amounts = new Map<string, number>();
  for (const line of lines) {
    const [, written = "", typed = ""] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
    const currency = written.toUpperCase();
    const read = readNeutralAmount(neutralAmount(typed, currency), currency);
    if (currency === "" || !read.ok)
      return {
        ok: false,
        message: `Write a currency and an amount, such as EUR 5000: “${line}” is neither.`,
      };
    if (amounts.has(currency)) return { ok: false, message: `Give one amount in ${currency}.` };
    amounts.set(currency, read.minor);
  }
  return amounts.size === 0
    ? { ok: false, message: "Give an amount in at least one currency." }
    : { ok: true, amounts: [...amounts].map(([currency, amount]) => ({ currency, amount })) };
}

/** The same amounts as they are typed. */
export function writeAmounts(amounts: readonly { currency: string; amount: number }[]): string {
  return amounts.map(({ currency, amount }) => `${currency} ${amountText(amount, currency)}`).join("\n");
}
