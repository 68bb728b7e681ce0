import type { Ceiling, EditedLine, ScheduleLine } from "#lib/contracts/orders/schedules.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";

/** A line of a schedule as its form has it. `amount` is a neutral text (lib/money/typedAmount.ts); null: the product has a price. */
export type LineValues = {
  from: number | null;
  productId: number;
  productName: string;
  countryCode: string | null;
  quantity: string;
  amount: string | null;
  priceThen: number | null;
  ceiling: Ceiling;
  isPricedToday: boolean;
};

/** The lines of a schedule for its form. */
export function lineValues(lines: readonly ScheduleLine[], currency: string): LineValues[] {
  return lines.map(({ productId, productName, countryCode, quantity, amount, priceThen, ceiling }, from) => ({
    from,
    productId,
    productName,
    countryCode,
    quantity: String(quantity),
    amount: amount === null ? null : toMajorText(amount, currency),
    priceThen,
    ceiling,
    isPricedToday: false,
  }));
}

export type LineField = "quantity" | "amount";
type LineProblem = { index: number; field: LineField; message: string };

/** What was typed as lines, or what is wrong with them. */
export function typedLines(
  lines: readonly LineValues[],
  currency: string,
): { lines: EditedLine[] } | { problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const typed = lines.map((line, index): EditedLine => {
    const { from, productId, countryCode, ceiling, isPricedToday } = line;
    const quantity = parseQuantity(line.quantity);
    if (!quantity.ok) problems.push({ index, field: "quantity", message: quantity.message });
    const amount = line.amount === null ? null : readNeutralAmount(line.amount, currency);
    if (amount !== null && !amount.ok) problems.push({ index, field: "amount", message: amount.message });
    return {
      from,
      productId,
      countryCode,
      ceiling,
      isPricedToday,
      quantity: quantity.ok ? quantity.quantity : 1,
      amount: amount?.ok === true ? amount.minor : null,
    };
  });
  return problems.length === 0 ? { lines: typed } : { problems };
}
