import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { beyondAllowance } from "#lib/orders/lines/allowance.ts";
import { differingSpan } from "./differingSpan.ts";
import { checkDraftLine, type DraftProducts, type LineVerdict } from "./draftLine.ts";
import type { DraftOrder, DraftVerdict } from "./draftRules.ts";
import { purchaseOf } from "./identicalLines.ts";

type Lines = readonly TypedLine[];
/** Sums over the lines of one currency; only the result is checked for exactness. */
type Sums = {
  total: bigint;
  unknownTotals: number;
  quantity: bigint;
  unknownQuantities: number;
  unready: number;
};

/**
 * Checks a draft again after each keystroke: reads only lines that have changed since the last time, and adjusts the totals by
 * their amounts. Lines are compared by identity, so a changed line must be a new object.
 */
export class DraftChecker {
  private lines: Lines = [];
  private verdicts: LineVerdict[] = [];
  private products: DraftProducts | null = null;
  private allowances = NO_ALLOWANCES;
  private readonly sums = new Map<string, Sums>();
  private readonly purchases = new Map<string, number>();
  private identical = 0;
  private loading = 0;
  private last = this.verdict();

  /** @param allowances what the rules leave of products, one for each product that is limited */
  check(
    lines: Lines,
    products: DraftProducts,
    allowances: readonly Allowance[] = NO_ALLOWANCES,
  ): DraftVerdict {
    if (lines !== this.lines || products !== this.products || allowances !== this.allowances) {
      this.replaceSpan(lines, products);
      this.lines = lines;
      this.products = products;
      this.allowances = allowances;
      this.last = this.verdict();
    }
    return this.last;
  }

  private replaceSpan(lines: Lines, products: DraftProducts): void {
    const { start, oldEnd, newEnd } =
      products === this.products
        ? differingSpan(this.lines, lines, Object.is)
        : { start: 0, oldEnd: this.lines.length, newEnd: lines.length };
    const verdicts = this.verdicts.slice(start, oldEnd);
    const earlier = new Map(this.lines.slice(start, oldEnd).map((line, index) => [line, verdicts[index]]));
    for (const verdict of verdicts) this.count(verdict, -1);
    const checked = lines.slice(start, newEnd).map((line) => {
      const product = products.get(line.productId);
      const same = earlier.get(line);
      const isSame =
        same !== undefined &&
        same.product === (product ?? null) &&
        same.isLoading === (product === undefined);
      const verdict = isSame ? same : checkDraftLine(line, product);
      this.count(verdict, 1);
      return verdict;
    });
    this.verdicts = [...this.verdicts.slice(0, start), ...checked, ...this.verdicts.slice(oldEnd)];
  }

  private count(verdict: LineVerdict, sign: 1 | -1): void {
    const purchase = purchaseOf(verdict);
    if (purchase !== null) {
      const before = this.purchases.get(purchase) ?? 0;
      const after = before + sign;
      if (Math.max(before, after) > 1) this.identical += sign;
      if (after === 0) this.purchases.delete(purchase);
      else this.purchases.set(purchase, after);
    }
    const { currency, total, quantity, ready, isLoading } = verdict;
    if (isLoading) this.loading += sign;
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
    const lines = this.withinAllowances();
    for (const [index, { currency, isLoading }] of lines.entries()) {
      if (currency === null) {
        if (!isLoading) withoutOrder.push(index);
        continue;
      }
      const indexes = byCurrency.get(currency);
      if (indexes === undefined) byCurrency.set(currency, [index]);
      else indexes.push(index);
    }
    const orders = [...byCurrency].map(([currency, indexes]) => this.orderOf(currency, indexes, lines));
    return { lines, orders, withoutOrder, loading: this.loading, identical: this.identical };
  }

  /** Whatever single lines say: what is left of a product is for all of its lines together. */
  private withinAllowances(): readonly LineVerdict[] {
    if (this.allowances.length === 0) return this.verdicts;
    const lines = this.verdicts.map(({ product, quantity }) => ({
      productId: product?.id ?? null,
      quantity,
    }));
    const beyond = beyondAllowance(lines, new Map(this.allowances.map((each) => [each.productId, each])));
    if (beyond.size === 0) return this.verdicts;
    return this.verdicts.map((verdict, index) => {
      const quantity = beyond.get(index)?.reason;
      if (quantity === undefined || verdict.problems.quantity !== undefined) return verdict;
      return { ...verdict, problems: { ...verdict.problems, quantity }, ready: false };
    });
  }

  private orderOf(currency: string, indexes: number[], lines: readonly LineVerdict[]): DraftOrder {
    const sums = this.sums.get(currency) ?? NOTHING;
    return {
      currency,
      indexes,
      total: exactly(sums.total, sums.unknownTotals),
      quantity: exactly(sums.quantity, sums.unknownQuantities),
      unready:
        sums.unready + indexes.filter((index) => this.verdicts[index]?.ready && !lines[index]?.ready).length,
    };
  }
}

const NO_ALLOWANCES: readonly Allowance[] = [];
const NOTHING: Sums = { total: 0n, unknownTotals: 0, quantity: 0n, unknownQuantities: 0, unready: 0 };

/** The sum as a number; null while a part of it is unknown, and if it is no longer exact. */
function exactly(sum: bigint, unknown: number): number | null {
  const exact = Number(sum);
  return unknown === 0 && Number.isSafeInteger(exact) ? exact : null;
}
