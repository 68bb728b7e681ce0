import "server-only";
import type { EditedLine, ScheduleContent, ScheduleLine } from "#lib/contracts/orders/schedules.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { highestPrice } from "#lib/orders/schedules/highestPrice.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { checkLines, lineWithCeiling } from "./scheduledLines.ts";

/**
 * The content of a schedule with other lines. A line that stays as it was keeps the price when it was scheduled, from which its ceiling
 * counts, and is not checked: its product may have gone since. Every other line is checked against the catalog of now.
 * @throws AppError `validation`, with `lines` for what can't be ordered; `conflict` for a line that the schedule does not have.
 */
export async function editedContent(
  request: MemberRequest,
  content: ScheduleContent,
  edited: readonly EditedLine[],
): Promise<ScheduleContent> {
  const known = edited.map(({ from }) => knownLine(content, from));
  const asked = edited.flatMap((line, index) => {
    const before = known[index] ?? null;
    return before !== null && isSame(before, line)
      ? []
      : [{ line: typedLine(line, content.currency), ceiling: line.ceiling, index }];
  });
  const checked = asked.length === 0 ? null : await checkLines(request, asked);
  if (checked !== null && checked.currency !== content.currency)
    throw new AppError(
      "validation",
      `This schedule orders in ${content.currency}, and not in ${checked.currency}. Make another schedule for that.`,
    );
  const lines = edited.map((line, index): ScheduleLine => {
    const before = known[index] ?? null;
    const fresh = checked?.lines.get(index);
    if (fresh === undefined && before !== null) return lineWithCeiling(before, line.ceiling);
    if (fresh === undefined) throw new Error("a line was not checked");
    return before !== null && isPriceKept(before, line) ? pricedThen(fresh, before) : fresh;
  });
  return { ...content, lines };
}

function knownLine({ lines }: ScheduleContent, from: number | null): ScheduleLine | null {
  if (from === null) return null;
  const line = lines[from];
  if (line !== undefined) return line;
  throw new AppError("conflict", "This schedule was changed meanwhile. Reload the page, then edit it again.");
}

/** Only its quantity or ceiling is another. */
function isPriceKept(before: ScheduleLine, line: EditedLine): boolean {
  return (
    !line.isPricedToday &&
    before.productId === line.productId &&
    before.countryCode === line.countryCode &&
    before.amount === line.amount
  );
}

function isSame(before: ScheduleLine, line: EditedLine): boolean {
  return isPriceKept(before, line) && before.quantity === line.quantity;
}

function pricedThen(fresh: ScheduleLine, { priceThen, amount }: ScheduleLine): ScheduleLine {
  if (amount !== null) return fresh;
  return { ...fresh, priceThen, maxPrice: highestPrice(priceThen, fresh.ceiling) };
}

function typedLine({ productId, quantity, countryCode, amount }: EditedLine, currency: string) {
  return {
    productId,
    quantity: String(quantity),
    countryCode: countryCode ?? "",
    amount: amount === null ? "" : toMajorText(amount, currency),
  };
}
