import type { TypedLine } from "#lib/contracts/placeOrder.ts";
import { checkDraftLine, type DraftProduct, type LineVerdict } from "./draftLine.ts";
import type { DraftOrder, DraftVerdict } from "./draftRules.ts";
import { purchaseOf } from "./identicalLines.ts";

type Products = ReadonlyMap<number, DraftProduct>;
type Lines = readonly TypedLine[];
/** Sums over the lines of one currency; whether they are exact is only asked of the result. */
type Sums = {
  total: bigint;
  unknownTotals: number;
  quantity: bigint;
  unknownQuantities: number;
  unready: number;
};

/**
 * Checks a draft again after each key: only lines that changed since the last time are read, and only their amounts are
 * subtracted from and added to the totals. Lines are compared by identity, so a changed line must be a new object.
 */
export class DraftChecker {
  private lines: Lines = [];
  private verdicts: LineVerdict[] = [];
  private products: Products | null = null;
  private readonly sums = new Map<string, Sums>();
  private readonly purchases = new Map<string, number>();
  private identical = 0;
  private last: DraftVerdict | null = null;

  check(lines: Lines, products: Products): DraftVerdict {
    if (this.last !== null && lines === this.lines && products === this.products) return this.last;
    this.replaceSpan(lines, products);
    this.lines = lines;
    this.products = products;
    this.last = this.verdict();
    return this.last;
  }

  private replaceSpan(lines: Lines, products: Products): void {
    const [start, before, now] =
      products === this.products ? this.span(lines) : [0, this.lines.length, lines.length];
    const earlier = new Map<TypedLine, LineVerdict>();
    for (let index = start; index < before; index += 1) {
      const [line, verdict] = [this.lines[index], this.verdicts[index]];
      if (line === undefined || verdict === undefined) continue;
      earlier.set(line, verdict);
      this.count(verdict, -1);
    }
    const checked = lines.slice(start, now).map((line) => {
      const product = products.get(line.productId);
      const same = earlier.get(line);
      const verdict =
        same !== undefined && same.product === (product ?? null) ? same : checkDraftLine(line, product);
      this.count(verdict, 1);
      return verdict;
    });
    this.verdicts = [...this.verdicts.slice(0, start), ...checked, ...this.verdicts.slice(before)];
  }

  /** Where the lines begin to differ, and where that ends, before and now. */
  private span(lines: Lines): [start: number, before: number, now: number] {
    let start = 0;
    while (start < lines.length && lines[start] === this.lines[start]) start += 1;
    let [before, now] = [this.lines.length, lines.length];
    while (before > start && now > start && this.lines[before - 1] === lines[now - 1]) {
      before -= 1;
      now -= 1;
    }
    return [start, before, now];
  }

  private count(verdict: LineVerdict, sign: 1 | -1): void {
    const purchase = purchaseOf(verdict);
    if (purchase !== null) {
      const others = (this.purchases.get(purchase) ?? 0) - (sign === 1 ? 0 : 1);
      if (others > 0) this.identical += sign;
      if (others + (sign === 1 ? 1 : 0) === 0) this.purchases.delete(purchase);
      else this.purchases.set(purchase, others + (sign === 1 ? 1 : 0));
    }
    const { currency, total, quantity, ready } = verdict;
    if (currency === null) return;
    const sums = this.sums.get(currency) ?? NOTHING;
    this.sums.set(currency, {
      total: sums.total + BigInt(sign * (total ?? 0)),
      unknownTotals: sums.unknownTotals + (total === null ? sign : 0),
      quantity: sums.quantity + BigInt(sign * (quantity ?? 0)),
      unknownQuantities: sums.unknownQuantities + (quantity === null ? sign : 0),
      unready: sums.unready + (ready ? 0 : sign),
    });
  }

  private verdict(): DraftVerdict {
    const byCurrency = new Map<string, number[]>();
    const withoutOrder: number[] = [];
    for (const [index, { currency }] of this.verdicts.entries()) {
      const indexes = currency === null ? withoutOrder : byCurrency.get(currency);
      if (indexes !== undefined) indexes.push(index);
      else if (currency !== null) byCurrency.set(currency, [index]);
    }
    const orders = [...byCurrency].map(([currency, indexes]) => this.orderOf(currency, indexes));
    return { lines: this.verdicts, orders, withoutOrder, identical: this.identical };
  }

  private orderOf(currency: string, indexes: number[]): DraftOrder {
    const sums = this.sums.get(currency) ?? NOTHING;
    return {
      currency,
      indexes,
      total: exactly(sums.total, sums.unknownTotals),
      quantity: exactly(sums.quantity, sums.unknownQuantities),
      unready: sums.unready,
    };
  }
}

const NOTHING: Sums = { total: 0n, unknownTotals: 0, quantity: 0n, unknownQuantities: 0, unready: 0 };

/** The sum as a number; null while a part of it is unknown, and when it is no longer exact. */
function exactly(sum: bigint, unknown: number): number | null {
  const exact = Number(sum);
  return unknown === 0 && Number.isSafeInteger(exact) ? exact : null;
}
