"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide";
import { useEffect, useRef, type ReactNode } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { formatCount } from "#lib/text/counts.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { suggestionsQuery } from "#lib/queries/lookUp.ts";
import { isProblemError } from "#lib/queries/client/problemError.ts";
import { paths } from "#lib/paths.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { StateHelp } from "#components/orderSummary/StateHelp.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { announce } from "#components/ui/Announcer.tsx";
import { FirstPaintEnd } from "#components/ui/display/FirstPaint.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { useNextHeading } from "#components/ui/nextHeading.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ListTrail } from "#components/orders/list/ListTrail.tsx";
import { EditLabels } from "./EditLabels.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderDetails } from "./OrderDetails.tsx";
import { OrderLines } from "./OrderLines.tsx";
import { OrderNotices } from "./OrderNotices.tsx";
import { messagesAbove } from "./messagesAbove.ts";
import { RelatedOrders } from "./RelatedOrders.tsx";
import { SupportPacket } from "./SupportPacket.tsx";
import { useOrder } from "./useOrder.ts";
import { useReadyNotice, type ReadyNotice } from "./useReadyNotice.ts";
import { useReadySignals } from "./useReadySignals.ts";
import { Timeline } from "./Timeline.tsx";

/** One order: its status in words, its codes, lines, details and timeline. */
export function OrderPage({ reference, codes }: { reference: string; codes: ReactNode }) {
  const notice = useReadyNotice();
  const { order, error, isFetching, refetch } = useOrder(reference, notice.isOn);
  if (order) return <KnownOrder reference={reference} codes={codes} order={order} notice={notice} />;
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
  const { data: suggestions = [] } = useQuery(suggestionsQuery(useEnvironment(), reference));
  return (
    <EmptyState
      icon={SearchX}
      title={
        <h1>
          No order found for “
          <span translate="no" className="font-mono wrap-anywhere">
            {reference}
          </span>
          ”
        </h1>
      }
      actions={
        <>
          <LinkButton href={paths.lookUp()}>Look up</LinkButton>
          <LinkButton href={paths.orders()}>View all orders</LinkButton>
        </>
      }
    >
      <p>
        We searched this environment, in Codedesk and at the service, by order ID and by order reference.
        Check for missing characters, or switch the environment.
      </p>
      {suggestions.length > 0 ? (
        <p className="mt-3">
          Did you mean:
          {suggestions.map((each) => (
            <TextLink
              translate="no"
              key={each.reference}
              href={paths.order(each.reference)}
              className="block font-mono text-[0.8125rem] wrap-anywhere"
            >
              {each.reference}
            </TextLink>
          ))}
        </p>
      ) : null}
      {problem.service ? (
        <p className="mt-3 text-[0.8125rem] wrap-anywhere">
          Message from the service: {problem.service.message}
        </p>
      ) : null}
    </EmptyState>
  );
}

function KnownOrder({
  reference,
  order,
  codes,
  notice,
}: {
  reference: string;
  order: OrderView;
  codes: ReactNode;
  notice: ReadyNotice;
}) {
  useAnnouncedState(order);
  useReadySignals(order, notice.isOn);
  const heading = useNextHeading();
  const name = referenceOf(order);
  return (
    <>
      <PageHeader
        above={<ListTrail reference={name} />}
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            <bdi translate="no" className="line-clamp-3">
              {describeOrder(order)}
            </bdi>{" "}
            <span
              translate="no"
              className="block font-mono text-[0.8125rem] leading-5 font-normal tracking-normal text-ink-faint"
            >
              {name}
            </span>
          </span>
        }
        isTitleLong
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
            <Amount
              minor={order.price}
              currency={order.currency}
              className="text-base font-semibold text-ink"
            />
            <StateBadge state={order.state} />
            <StateHelp state={order.state} />
            {order.origin === "found" ? <Badge>Found, not placed here</Badge> : null}
            <CopyButton value={name} label="Copy order reference" />
          </span>
        }
        actions={<OrderActions reference={reference} order={order} />}
      />
      <OrderNotices reference={reference} order={order} notice={notice} />
      <RelatedOrders order={order} />
      <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {codes}
          <Section title="Lines">
            <OrderLines order={order} />
          </Section>
          <Section title="Timeline" actions={<SupportPacket order={order} />}>
            <Timeline entries={order.timeline} above={messagesAbove(order)} />
          </Section>
          <FirstPaintEnd />
        </div>
        <Section title="Details">
          <OrderDetails order={order} />
          {order.canLabel ? <EditLabels reference={reference} order={order} /> : null}
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
    const count =
      delivered !== null && ordered !== null
        ? ` ${formatCount(delivered)} of ${formatCount(ordered)} codes.`
        : "";
    announce(`Order status: ${STATES[state].word}.${count}`);
  }, [state, delivered, ordered]);
}
