"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
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
import { useNextHeading } from "#components/ui/nextHeading.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderDetails } from "./OrderDetails.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderNotices } from "./OrderNotices.tsx";
import { Timeline } from "./Timeline.tsx";

/** One order: its status in words, its codes, lines, details and timeline. */
export function OrderPage({ reference, codes }: { reference: string; codes: ReactNode }) {
  const environment = useEnvironment();
  const { data, error, isFetching, refetch } = useQuery(orderQuery(environment, reference));
  if (data) return <KnownOrder {...{ reference, codes }} order={data} />;
  if (isProblemError(error) && error.problem.status === 404) {
    return <OrderNotFound reference={reference} problem={error.problem} />;
  }
  return (
    <>
      <PageHeader title={`Order ${reference}`} />
      {error ? (
        <ProblemState
          title="The order couldn't be loaded"
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

/** Says where the reference was looked up (docs/service-interface.md §10.4). */
function OrderNotFound({ reference, problem }: { reference: string; problem: Problem }) {
  return (
    <EmptyState
      icon={SearchX}
      title={
        <h1>
          No order found for “<span className="font-mono wrap-anywhere">{reference}</span>”
        </h1>
      }
      actions={<LinkButton href={paths.orders()}>View all orders</LinkButton>}
    >
      <p>
        We searched this environment, in Codedesk and at the service, by order ID and by order reference.
        Check for missing characters, or switch the environment.
      </p>
      {problem.service ? (
        <p className="mt-3 text-[0.8125rem] wrap-anywhere">
          Message from the service: {problem.service.message}
        </p>
      ) : null}
    </EmptyState>
  );
}

function KnownOrder({ reference, order, codes }: { reference: string; order: OrderView; codes: ReactNode }) {
  useAnnouncedState(order);
  const heading = useNextHeading();
  const name = order.externalOrderCode ?? order.orderId ?? reference;
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.orders()}>Orders</TextLink>}
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            Order <span className="font-mono text-lg">{name}</span>
          </span>
        }
        aside={
          <span className="flex flex-wrap items-center gap-1.5">
            <CopyButton value={name} label="Copy order reference" />
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
        <Section title="Details">
          <OrderDetails order={order} />
        </Section>
      </div>
    </>
  );
}

/** Announces politely when the order has changed state while its page is open. */
function useAnnouncedState({ state, delivered, ordered }: OrderView): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const count = delivered !== null && ordered !== null ? ` ${delivered} of ${ordered} codes.` : "";
    announce(`Order status: ${STATES[state].word}.${count}`);
  }, [state, delivered, ordered]);
}
