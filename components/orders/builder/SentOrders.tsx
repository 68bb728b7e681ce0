"use client";

import type { Problem } from "#lib/contracts/problem.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { paths } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import type { Review } from "./review.ts";
import type { SendState, SentOrder } from "./useSend.ts";

/** The outcome of each of several orders, while they are sent and afterwards. */
export function SentOrders({ review, state }: { review: Review; state: SendState }) {
  if (state.kind === "idle" || (state.kind === "not-sent" && state.sent.length === 0)) return null;
  const { title, tone, body } = summaryOf(review.length, state);
  return (
    <Banner tone={tone} className="mb-4" title={title}>
      {body === null ? null : <p className="mb-2">{body}</p>}
      <ul className="flex flex-col gap-1.5">
        {review.map(({ request: { currency } }, index) => (
          <li key={currency} className="flex flex-wrap items-baseline gap-x-2">
            <span className="w-12 font-medium">{currency}</span>
            <Outcome
              outcome={state.sent.find((each) => each.currency === currency)}
              state={state}
              isNext={index === state.sent.length}
            />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function summaryOf(
  count: number,
  { kind, sent }: SendState,
): { title: string; tone: "processing" | "done" | "partial" | "unknown"; body: string | null } {
  const placed = sent.filter((each) => each.kind === "placed").length;
  if (kind === "sending") {
    return {
      title: `Sending order ${Math.min(count, sent.length + 1)} of ${count}…`,
      tone: "processing",
      body: null,
    };
  }
  const waiting = sent.filter((each) => each.kind === "placed" && each.state === "awaiting_approval").length;
  if (placed === count && waiting > 0) {
    return {
      title: `${count} orders confirmed, ${waiting} waiting for approval.`,
      tone: "done",
      body: null,
    };
  }
  if (placed === count) return { title: `${count} orders placed.`, tone: "done", body: null };
  return {
    title: `${placed} of ${count} orders placed.`,
    tone: kind === "unknown" ? "unknown" : "partial",
    body: "Placed orders are not affected. The lines of the others are in your draft.",
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
        <StateBadge state={outcome.state} />
        <TextLink href={paths.order(outcome.reference)}>{outcome.reference}</TextLink>
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
