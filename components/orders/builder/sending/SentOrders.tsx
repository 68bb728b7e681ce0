"use client";

import { useQuery } from "@tanstack/react-query";
import type { Problem } from "#lib/contracts/problem.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { paths } from "#lib/paths.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { orderName, type ReviewOrder } from "./review.ts";
import type { SendState, SentOrder } from "./useSend.ts";

/** The outcome of each of several orders, while they are sent and afterwards. */
export function SentOrders({ review, state }: { review: readonly ReviewOrder[]; state: SendState }) {
  if (state.kind === "idle" || (state.kind === "not-sent" && state.sent.length === 0)) return null;
  const title = sentTitle(review.length, state);
  const outcomes = (
    <ul className="flex flex-col gap-1.5">
      {review.map((order, index) => (
        <li key={order.confirmationId} className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-12 font-medium">{orderName(order)}</span>
          <Outcome
            outcome={state.sent.find((each) => each.confirmationId === order.confirmationId)}
            state={state}
            isNext={index === state.sent.length}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mb-4">
      {/* The sheet's title says the same to people who can see it. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      {title !== null && state.sent.every(({ kind }) => kind === "placed") ? (
        outcomes
      ) : (
        <Banner {...summaryOf(review.length, state)}>{outcomes}</Banner>
      )}
    </div>
  );
}

/** A summary of all outcomes; null while one is missing. */
export function sentTitle(count: number, { kind, sent }: SendState): string | null {
  if (kind !== "finished") return null;
  const placed = sent.flatMap((each) => (each.kind === "placed" ? each : []));
  if (placed.length < count) return placedOf(placed.length, count);
  const waiting = placed.filter(({ state }) => state === "awaiting_approval").length;
  const all = counted(count, "order", "orders");
  return waiting > 0 ? `${all} confirmed, ${formatCount(waiting)} waiting for approval` : `${all} placed`;
}

function placedOf(placed: number, count: number): string {
  return `${formatCount(placed)} of ${counted(count, "order", "orders")} placed`;
}

function summaryOf(
  count: number,
  { kind, sent }: SendState,
): { title: string; tone: "processing" | "partial" | "unknown" } {
  if (kind === "sending") {
    const next = Math.min(count, sent.length + 1);
    return { title: `Sending order ${formatCount(next)} of ${formatCount(count)}…`, tone: "processing" };
  }
  const others = "Placed orders are not affected. The lines of the others are in your draft.";
  if (kind === "finished") return { title: others, tone: "partial" };
  const placed = sent.filter((each) => each.kind === "placed").length;
  return {
    title: `${placedOf(placed, count)}. ${others}`,
    tone: kind === "unknown" ? "unknown" : "partial",
  };
}

function Outcome({
  outcome,
  state,
  isNext,
}: {
  outcome: SentOrder | undefined;
  state: SendState;
  isNext: boolean;
}) {
  if (outcome === undefined) {
    if (!isNext)
      return <span className="text-ink-soft">{state.kind === "sending" ? "Waiting" : "Not sent"}</span>;
    if (state.kind === "sending") return <span className="text-ink-soft">Sending…</span>;
    return state.kind === "unknown" ? (
      <Badge tone="unknown">Outcome unknown</Badge>
    ) : (
      <span className="text-ink-soft">Not sent</span>
    );
  }
  if (outcome.kind === "placed") {
    return (
      <>
        <PlacedState {...outcome} />
        <TextLink
          translate="no"
          href={paths.order(outcome.reference)}
          className="inline-block max-w-full break-all"
        >
          {outcome.reference}
        </TextLink>
      </>
    );
  }
  const { problem } = outcome;
  return (
    <>
      <Badge tone={STATES.rejected.tone}>
        {problem.type === "rejected" ? STATES.rejected.word : "Not placed"}
      </Badge>
      {isShownOnLine(problem) ? null : (
        <span className="min-w-0 wrap-anywhere">{problem.service?.message ?? problem.detail}</span>
      )}
      {problem.existingReference ? (
        <TextLink href={paths.order(problem.existingReference)}>View order</TextLink>
      ) : null}
    </>
  );
}

/** A message about lines is shown once, on the lines. */
function isShownOnLine({ service, lines }: Problem): boolean {
  return lines?.some(({ message }) => message === service?.message) ?? false;
}

/** The state of an order, read again for as long as it changes. */
function PlacedState({ reference, state }: Extract<SentOrder, { kind: "placed" }>) {
  const { data } = useQuery(orderQuery(useEnvironment(), reference));
  return <StateBadge state={data?.state ?? state} />;
}
