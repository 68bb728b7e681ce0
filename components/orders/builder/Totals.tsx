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
  held,
  onReview,
}: {
  environment: Environment;
  verdict: DraftVerdict;
  /** Another order's fate is not known yet: nothing more is sent before that. */
  held: boolean;
  onReview: (order: DraftOrder) => void;
}) {
  const { orders, homeless } = verdict;
  return (
    <section aria-label="Totals" className="flex flex-col gap-4">
      {orders.length > 1 ? (
        <p className="text-[0.8125rem] text-ink-soft">
          An order has one currency. These lines make {orders.length} orders; each is reviewed and sent by
          itself.
        </p>
      ) : null}
      {orders.map((order) => (
        <OrderTotal
          key={order.currency}
          {...{ environment, order, held, onReview }}
          alone={orders.length === 1}
        />
      ))}
      {homeless.length > 0 ? (
        <p className="text-[0.8125rem] text-refused">
          {homeless.length === 1
            ? "One line belongs to no order: its product or currency is not known."
            : `${homeless.length} lines belong to no order: their products or currencies are not known.`}
        </p>
      ) : null}
    </section>
  );
}

function OrderTotal({
  environment,
  order,
  alone,
  held,
  onReview,
}: {
  environment: Environment;
  order: DraftOrder;
  held: boolean;
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
          {unready === 1 ? "One line needs mending first." : `${unready} lines need mending first.`}
        </p>
      ) : null}
      {held ? (
        <p className="text-[0.8125rem] text-unknown">
          First find out what became of the order that was sent before.
        </p>
      ) : null}
      <Button
        variant="primary"
        disabled={held || unready > 0 || total === null}
        onClick={() => onReview(order)}
      >
        {alone ? "Review and send" : `Review and send the order in ${currency}`}
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
