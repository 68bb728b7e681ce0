"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import type { OrderView } from "#lib/contracts/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { orderQuery } from "#lib/queries/orders.ts";
import { isProblemError } from "#lib/queries/problemError.ts";
import { paths } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { announce } from "#components/ui/Announcer.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { NoSuchOrder } from "./NoSuchOrder.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderDetails } from "./OrderDetails.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderNotices } from "./OrderNotices.tsx";
import { Timeline } from "./Timeline.tsx";

/** One order: what is known of it in words, its lines, its codes, its facts and everything that happened. */
export function OrderPage({ reference, codes }: { reference: string; codes: ReactNode }) {
  const environment = useEnvironment();
  const { data, error, isFetching, refetch } = useQuery(orderQuery(environment, reference));
  if (data) return <KnownOrder {...{ reference, codes }} order={data} />;
  if (isProblemError(error) && error.problem.status === 404) {
    return <NoSuchOrder reference={reference} problem={error.problem} />;
  }
  return (
    <>
      <PageHeader title={`Order ${reference}`} />
      {error ? (
        <ProblemState
          title="The order could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={8} label="Loading the order" />
      )}
    </>
  );
}

function KnownOrder({ reference, order, codes }: { reference: string; order: OrderView; codes: ReactNode }) {
  useAnnouncedState(order);
  const name = order.externalOrderCode ?? order.orderId ?? reference;
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.orders()}>Orders</TextLink>}
        title={
          <>
            Order <span className="font-mono text-lg">{name}</span>
          </>
        }
        aside={
          <span className="flex flex-wrap items-center gap-1.5">
            <CopyButton value={name} label="Copy the order's reference" />
            <StateBadge state={order.state} />
            {order.origin === "found" ? <Badge>Found, not placed here</Badge> : null}
          </span>
        }
        actions={<OrderActions reference={reference} order={order} />}
      />
      <OrderNotices reference={reference} order={order} />
      <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {codes}
          <Section title="Lines">
            <OrderLines order={order} />
          </Section>
          <Section title="Timeline">
            <Timeline entries={order.timeline} />
          </Section>
        </div>
        <Section title="Facts">
          <OrderDetails order={order} />
        </Section>
      </div>
    </>
  );
}

/** Says politely when the order has come to another state while one looks at it. */
function useAnnouncedState({ state, delivered, ordered }: OrderView): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const count = delivered !== null && ordered !== null ? ` ${delivered} of ${ordered} codes.` : "";
    announce(`The order is now: ${STATES[state].word}.${count}`);
  }, [state, delivered, ordered]);
}
