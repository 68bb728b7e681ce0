"use client";

import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import type { OrderSummary, OrderView } from "#lib/contracts/orders/order.ts";
import { multiplyMinor } from "#lib/money/minorUnits.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { paths } from "#lib/paths.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

export type OrderQuickViewProps = {
  order: OrderSummary;
  /** The query of the list, for the order's page. */
  list: string;
  /** Shows the next order of the list (`1`) or the one before (`-1`). */
  onMove: (direction: 1 | -1) => void;
  onClose: () => void;
};

/** The essentials of an order beside the list: the space bar opens and closes it, arrows move to the next order. */
export function OrderQuickView({ order, list, onMove, onClose }: OrderQuickViewProps) {
  const reference = referenceOf(order);
  const { data, error, isFetching, refetch } = useQuery(orderQuery(useEnvironment(), reference));

  function onKeyDown(event: KeyboardEvent) {
    // Buttons and links keep their own keys.
    if (event.target instanceof Element && event.target.closest("a, button") !== null && event.key === " ")
      return;
    if (event.key === " ") onClose();
    else if (event.key === "ArrowDown" || event.key === "j") onMove(1);
    else if (event.key === "ArrowUp" || event.key === "k") onMove(-1);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      open
      placement="side"
      onClose={onClose}
      title={<bdi translate="no">{describeOrder(order)}</bdi>}
      description={<StateBadge {...(data ?? order)} />}
      footer={
        <LinkButton variant="primary" href={paths.order(reference, list)}>
          Open order
        </LinkButton>
      }
    >
      {/* Takes the focus, so that its keys work at once. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label="Quick view"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onKeyDown={onKeyDown}
        className="outline-none"
      >
        <DescriptionList>
          <Description term="Order reference">
            <code translate="no" className="font-mono text-[0.8125rem] break-all">
              {reference}
            </code>
            <CopyButton value={reference} label="Copy reference" />
          </Description>
          <Description term="Placed">
            <DateTime at={order.createdAt} />
            {order.placedBy === null ? null : (
              <>
                {" by "}
                <bdi translate="no">{order.placedBy}</bdi>
              </>
            )}
          </Description>
          <Description term="Total">
            <Amount minor={order.price} currency={order.currency} className="font-medium" />
          </Description>
          {order.purchaseOrder === null ? null : (
            <Description term="Purchase order">
              <bdi translate="no">{order.purchaseOrder}</bdi>
            </Description>
          )}
          {order.tags.length === 0 ? null : (
            <Description term="Tags">
              <bdi translate="no">{order.tags.join(", ")}</bdi>
            </Description>
          )}
        </DescriptionList>
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={3} label="Loading the order" />
          ) : (
            <ProblemState
              title="The order couldn't be loaded"
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )
        ) : (
          <Lines order={data} />
        )}
      </div>
    </Modal>
  );
}

function Lines({ order: { lines, currency } }: { order: OrderView }) {
  return (
    <ul aria-label="Lines" className="mt-4 border-t border-line">
      {lines.map((line, index) => (
        // Several lines can have the same product, and they never change places.
        <li
          key={`${index} ${line.productId}`}
          className="flex items-baseline justify-between gap-3 border-b border-line py-2"
        >
          <span className="min-w-0 wrap-anywhere">
            {line.quantity === null ? null : `${formatCount(line.quantity)} × `}
            <bdi translate="no">{line.productName ?? `Product ${line.productId}`}</bdi>
          </span>
          <Amount
            minor={
              line.price === null || line.quantity === null ? null : multiplyMinor(line.price, line.quantity)
            }
            currency={currency}
          />
        </li>
      ))}
    </ul>
  );
}
