import type { ScheduleLine } from "#lib/contracts/orders/schedules.ts";

type Said = Pick<ScheduleLine, "productId" | "quantity" | "ceiling" | "maxPrice" | "amount">;

/** Which lines an edit of a schedule has added, removed or changed, as the audit log records it; nothing of those that stayed. */
export function linesChanged(
  before: readonly ScheduleLine[],
  after: readonly ScheduleLine[],
): { linesRemoved?: Said[]; linesAdded?: Said[] } {
  const [removed, added] = [without(before, after), without(after, before)];
  return {
    ...(removed.length === 0 ? {} : { linesRemoved: removed.map(saidOf) }),
    ...(added.length === 0 ? {} : { linesAdded: added.map(saidOf) }),
  };
}

/** Those that the others lack, where each of the others stands for one. */
function without(lines: readonly ScheduleLine[], others: readonly ScheduleLine[]): ScheduleLine[] {
  const left = others.map(keyOf);
  return lines.filter((line) => {
    const place = left.indexOf(keyOf(line));
    if (place === -1) return true;
    left.splice(place, 1);
    return false;
  });
}

function keyOf({ productId, quantity, countryCode, amount, ceiling, maxPrice }: ScheduleLine): string {
  return JSON.stringify([productId, quantity, countryCode, amount, ceiling, maxPrice]);
}

function saidOf({ productId, quantity, ceiling, maxPrice, amount }: ScheduleLine): Said {
  return { productId, quantity, ceiling, maxPrice, amount };
}
