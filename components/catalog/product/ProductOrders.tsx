"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type {
  ProductOrder,
  ProductOrders as ProductOrdersAnswer,
} from "#lib/contracts/orders/productOrders.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { productOrdersQuery } from "#lib/queries/orders/orders.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The latest orders of a product in this environment, for members who may see orders. */
export function ProductOrders({ productId }: { productId: number }) {
  return usePermission("orders.read") ? <History productId={productId} /> : null;
}

function History({ productId }: { productId: number }) {
  const id = useId();
  const answer = useQuery(productOrdersQuery(useEnvironment(), productId));
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="font-semibold">
        Orders with this product
      </h3>
      <QueryPart
        compact
        query={answer}
        failed="Orders couldn't be loaded"
        skeleton={<SkeletonRows rows={3} label="Loading orders" />}
      >
        {(data) => <Found answer={data} productId={productId} />}
      </QueryPart>
    </section>
  );
}

function Found({ answer, productId }: { answer: ProductOrdersAnswer; productId: number }) {
  const { items, total, moreThanTotal } = answer;
  if (items.length === 0) return <p className="mt-1 text-ink-faint">No orders yet</p>;
  const count = formatCount(total);
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {items.map((order) => (
          <Row key={referenceOf(order)} order={order} />
        ))}
      </ul>
      {total > items.length ? (
        <p className="mt-2 flex flex-wrap justify-between gap-x-3">
          <span className="text-ink-faint">
            {`Latest ${formatCount(items.length)} of ${moreThanTotal ? `more than ${count}` : count}`}
          </span>
          <TextLink href={paths.ordersOf(productId)}>View all orders</TextLink>
        </p>
      ) : null}
    </>
  );
}

function Row({ order }: { order: ProductOrder }) {
  const reference = referenceOf(order);
  return (
    <li className="relative flex flex-col gap-0.5 py-2 focus-within:bg-surface hover:bg-surface">
      <span className="flex items-center gap-3">
        <TextLink
          translate="no"
          href={paths.order(reference)}
          stretched
          className="min-w-0 truncate font-mono text-[0.8125rem]"
        >
          <bdi translate="no">{reference}</bdi>
        </TextLink>
        <span className="ms-auto shrink-0">
          <StateBadge state={order.state} />
        </span>
      </span>
      <span className="flex gap-3 text-[0.8125rem] text-ink-soft">
        <RecentTime at={order.createdAt} />
        <span translate="no" className="ms-auto text-end tabular-nums">
          {howMuch(order)}
        </span>
      </span>
    </li>
  );
}

/** `3 × €25.00`; the total, if the lines of one order differ in price. */
function howMuch({ quantity, unitPrice, total, currency }: ProductOrder): string {
  const count = quantity === null ? null : formatCount(quantity);
  if (unitPrice !== null) return `${count ?? "?"} × ${formatAmount(unitPrice, currency)}`;
  if (total !== null) return `${count ?? "?"} for ${formatAmount(total, currency)}`;
  return count === null ? "Quantity unknown" : `${count} ×, price unknown`;
}
