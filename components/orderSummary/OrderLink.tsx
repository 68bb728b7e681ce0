"use client";

import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { shortReference } from "#lib/orders/references/shortReference.ts";
import { paths } from "#lib/paths.ts";
import { ROW_LINK } from "#components/ui/actions/rowLink.ts";
import { OrderContentName } from "./OrderContentName.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { usePointed } from "#components/ui/actions/usePointed.ts";

/** What was ordered and under which reference, shortened; the whole row leads to the order, whose page is loaded once the pointer rests on it. */
export function OrderLink({ order, href }: { order: OrderSummary; href?: string | undefined }) {
  const reference = referenceOf(order);
  const { isPointed, handlers } = usePointed();
  return (
    <TextLink
      href={href ?? paths.order(reference)}
      prefetch={isPointed}
      {...handlers}
      {...ROW_LINK}
      stretched
      title={reference}
      className="block"
    >
      <bdi translate="no" className="line-clamp-3 text-ink wrap-anywhere">
        <OrderContentName order={order} />
      </bdi>{" "}
      <span translate="no" className="sr-only">
        {reference}
      </span>
      <span
        translate="no"
        aria-hidden
        className="block truncate font-mono text-xs font-normal text-ink-faint"
      >
        {shortReference(reference)}
      </span>
    </TextLink>
  );
}
