"use client";

import type { Environment } from "#lib/contracts/environment.ts";
import type { DraftOrder, DraftVerdict } from "#lib/orders/drafts/draftRules.ts";
import { Amount } from "#components/money/Amount.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { WalletBalance } from "./WalletBalance.tsx";

/** What the draft makes: one order for each currency, each with its total, the wallet beside it and its own review. */
export function Totals({
  environment,
  verdict,
  blocked,
  onReview,
}: {
  environment: Environment;
  verdict: DraftVerdict;
  /** Another order's outcome is unknown: nothing more is sent before it is known. */
  blocked: boolean;
  onReview: (order: DraftOrder) => void;
}) {
  const { orders, withoutOrder } = verdict;
  return (
    <section aria-label="Totals" className="flex flex-col gap-4">
      {orders.length > 1 ? (
        <p className="text-[0.8125rem] text-ink-soft">
          An order has one currency. These lines make {orders.length} orders, each reviewed and placed on its
          own.
        </p>
      ) : null}
      {orders.map((order) => (
        <OrderTotal
          key={order.currency}
          {...{ environment, order, blocked, onReview }}
          alone={orders.length === 1}
        />
      ))}
      {withoutOrder.length > 0 ? (
        <p className="text-[0.8125rem] text-refused">
          {withoutOrder.length === 1
            ? "1 line can't be ordered: its product or currency is unknown."
            : `${withoutOrder.length} lines can't be ordered: their products or currencies are unknown.`}
        </p>
      ) : null}
    </section>
  );
}

function OrderTotal({
  environment,
  order,
  alone,
  blocked,
  onReview,
}: {
  environment: Environment;
  order: DraftOrder;
  blocked: boolean;
  alone: boolean;
  onReview: (order: DraftOrder) => void;
}) {
  const { currency, indexes, total, quantity, unready } = order;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{alone ? "Total" : `Order in ${currency}`}</span>
        <Amount minor={total} currency={currency} className="text-lg font-semibold" />
      </p>
      <p className="text-[0.8125rem] text-ink-faint">{contents(indexes.length, quantity)}</p>
      <WalletBalance environment={environment} currency={currency} total={total} />
      {unready > 0 ? (
        <p className="text-[0.8125rem] text-refused">
          {unready === 1
            ? "Fix 1 line to continue."
            : `Fix ${unready.toLocaleString("en")} lines to continue.`}
        </p>
      ) : null}
      {blocked ? (
        <p className="text-[0.8125rem] text-unknown">
          Resolve the order above first: its outcome is unknown.
        </p>
      ) : null}
      <Button
        variant="primary"
        disabled={blocked || unready > 0 || total === null}
        onClick={() => onReview(order)}
      >
        {alone ? "Review order" : `Review order in ${currency}`}
      </Button>
    </div>
  );
}

function contents(lines: number, codes: number | null): string {
  const ofLines = counted(lines, "line", "lines");
  return codes === null ? ofLines : `${ofLines}, ${counted(codes, "code", "codes")}`;
}

function counted(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${more}`;
}
