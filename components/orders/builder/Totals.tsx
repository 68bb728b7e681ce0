"use client";

import type { Environment } from "#lib/contracts/environment.ts";
import type { DraftOrder, DraftVerdict } from "#lib/orders/drafts/draftRules.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CONTINUES } from "#components/orders/builder/sending/continueKey.ts";
import { BudgetNote, type BudgetLabels } from "#components/orders/builder/review/BudgetNote.tsx";
import { ApprovalNote } from "./ApprovalNote.tsx";
import { WalletBalance } from "#components/orders/builder/review/WalletBalance.tsx";

/** The orders that the draft makes: one for each currency, each with its total and its own review, and the wallet. */
export function Totals({
  environment,
  verdict,
  labels,
  unfinished,
  onReview,
  onFix,
  wrongDetail,
}: {
  environment: Environment;
  verdict: DraftVerdict;
  labels: BudgetLabels;
  /** An order that was sent from here has no outcome yet, so nothing more may be sent. `onAsk`: asks again; null while it opens. */
  unfinished: { onAsk: (() => void) | null } | null;
  onReview: (orders: readonly DraftOrder[]) => void;
  /** Goes to the first of these lines that needs work. */
  onFix: (indexes: readonly number[]) => void;
  /** A detail that no order can have as it is; `onFix` goes to its field. */
  wrongDetail: { name: string; onFix: () => void } | null;
}) {
  const { orders, withoutOrder, loading } = verdict;
  const unready = orders.reduce((sum, order) => sum + order.unready, 0);
  const alone = orders.length === 1;
  const maySend = unfinished === null && wrongDetail === null;
  return (
    <section aria-label="Totals" className="flex flex-col gap-4">
      {orders.length > 1 ? (
        <p className="text-[0.8125rem] text-ink-soft">
          An order has one currency: these lines make {counted(orders.length, "order", "orders")}, placed
          together.
        </p>
      ) : null}
      {orders.map((order) => (
        <OrderTotal
          key={order.currency}
          environment={environment}
          order={order}
          labels={labels}
          alone={alone}
          onReview={alone || !maySend || !isReady(order) ? null : () => onReview([order])}
        />
      ))}
      {withoutOrder.length > 0 ? (
        <div className="flex flex-col items-start gap-1.5">
          <p className="text-[0.8125rem] text-refused">
            {withoutOrder.length === 1
              ? "1 line can't be ordered: its product or currency is unknown."
              : `${formatCount(withoutOrder.length)} lines can't be ordered: their products or currencies are unknown.`}
          </p>
          <Button size="small" onClick={() => onFix(withoutOrder)}>
            {withoutOrder.length === 1 ? "Show this line" : "Show the first one"}
          </Button>
        </div>
      ) : null}
      {loading > 0 ? (
        <p className="text-[0.8125rem] text-ink-soft">
          {loading === 1 ? "Loading product…" : `Loading products of ${formatCount(loading)} lines…`}
        </p>
      ) : null}
      {unready === 0 && orders.some(({ total }) => total === null) ? (
        <p className="text-[0.8125rem] text-refused">
          A total is too large to calculate exactly. Move some lines to another draft.
        </p>
      ) : null}
      {unfinished === null ? null : (
        <p className="text-[0.8125rem] text-unknown">
          The outcome of the order above is unknown. Nothing else is sent until it is known.
        </p>
      )}
      {orders.length === 0 ? null : unfinished !== null ? (
        <Button
          {...CONTINUES}
          variant="primary"
          loading={unfinished.onAsk === null}
          onClick={unfinished.onAsk ?? undefined}
        >
          Check the sent order
        </Button>
      ) : unready > 0 ? (
        // Instead of a disabled button: says how many lines need work and goes to the first one.
        <Button
          {...CONTINUES}
          variant="primary"
          onClick={() => onFix(orders.flatMap(({ indexes }) => indexes).toSorted(byPlace))}
        >
          {`Fix ${counted(unready, "line", "lines")} to continue`}
        </Button>
      ) : wrongDetail !== null ? (
        <Button {...CONTINUES} variant="primary" onClick={wrongDetail.onFix}>
          {`Fix the ${wrongDetail.name} to continue`}
        </Button>
      ) : (
        <Button
          {...CONTINUES}
          variant="primary"
          disabled={loading > 0 || !orders.every(isReady)}
          onClick={() => onReview(orders)}
        >
          {alone ? "Review order" : `Review ${counted(orders.length, "order", "orders")}`}
        </Button>
      )}
      {/* Loaded after the page, so it is below the buttons, which it would otherwise move. */}
      {orders.map(({ currency, total }) => (
        <WalletBalance key={currency} environment={environment} currency={currency} total={total} />
      ))}
    </section>
  );
}

function byPlace(one: number, other: number): number {
  return one - other;
}

function isReady({ unready, total }: DraftOrder): boolean {
  return unready === 0 && total !== null;
}

function OrderTotal({
  environment,
  order: { currency, indexes, total, quantity },
  labels,
  alone,
  onReview,
}: {
  environment: Environment;
  order: DraftOrder;
  labels: BudgetLabels;
  alone: boolean;
  /** Reviews only this order; null if it is the only one, or not ready. */
  onReview: (() => void) | null;
}) {
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="flex min-h-7 items-baseline justify-between gap-3">
        <span className="font-medium">{alone ? "Total" : `Order in ${currency}`}</span>
        <Amount minor={total} currency={currency} className="text-lg font-semibold" fit />
      </p>
      <p className="text-[0.8125rem] text-ink-faint">{contents(indexes.length, quantity)}</p>
      <ApprovalNote environment={environment} currency={currency} total={total} />
      <BudgetNote environment={environment} currency={currency} total={total} labels={labels} />
      {onReview === null ? null : (
        <Button size="small" variant="quiet" className="-ms-2 self-start" onClick={onReview}>
          Review {currency} only
        </Button>
      )}
    </div>
  );
}

function contents(lines: number, codes: number | null): string {
  const ofLines = counted(lines, "line", "lines");
  return codes === null ? ofLines : `${ofLines}, ${counted(codes, "code", "codes")}`;
}
