import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";

/** The one that leaves least, of each product. */
export function strictestAllowances(all: readonly Allowance[]): Map<number, Allowance> {
  const strictest = new Map<number, Allowance>();
  for (const each of all) {
    const known = strictest.get(each.productId);
    if (known === undefined || each.left < known.left) strictest.set(each.productId, each);
  }
  return strictest;
}

/**
 * The lines whose product is ordered beyond what is left of it, over all lines together: what is left, by the index of the line. A line
 * without a quantity adds nothing.
 */
export function beyondAllowance(
  lines: readonly { productId: number | null; quantity: number | null }[],
  allowances: ReadonlyMap<number, Allowance>,
): Map<number, Allowance> {
  const wanted = new Map<Allowance, { indexes: number[]; quantity: number }>();
  for (const [index, { productId, quantity }] of lines.entries()) {
    const allowance = productId === null ? undefined : allowances.get(productId);
    if (allowance === undefined) continue;
    const before = wanted.get(allowance) ?? { indexes: [], quantity: 0 };
    before.indexes.push(index);
    wanted.set(allowance, { ...before, quantity: before.quantity + (quantity ?? 0) });
  }
  return new Map(
    [...wanted].flatMap(([allowance, { indexes, quantity }]) =>
      quantity <= allowance.left ? [] : indexes.map((index) => [index, allowance] as const),
    ),
  );
}

const BEFORE_REASON = " Reason: ";

/** What is told of a limit, with the reason that somebody has typed. */
export function withReason(limit: string, reason: string): string {
  return `${limit}${BEFORE_REASON}${reason}`;
}

/** A message in two parts, of which the second is the reason that somebody has typed; empty if it has none. */
export function splitReason(message: string): [ours: string, typed: string] {
  const at = message.indexOf(BEFORE_REASON);
  const end = at === -1 ? message.length : at + BEFORE_REASON.length;
  return [message.slice(0, end), message.slice(end)];
}

/** What a refused line says. */
export function beyondProblem(index: number, { productId, left, reason }: Allowance): LineProblem {
  return { index, productId, message: reason, field: "quantity", left };
}
