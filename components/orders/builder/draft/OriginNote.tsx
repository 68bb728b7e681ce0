"use client";

import type { ReactNode } from "react";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** What the original order may already have bought, and what that means. */
const DOUBTS = {
  outcome_unknown: {
    tone: "unknown",
    title: (order: ReactNode) => <>It is not known whether order {order} was placed.</>,
    risk: "If it was, ordering these lines again buys them twice. Ask the service's support first.",
  },
  being_checked: {
    tone: "unknown",
    title: (order: ReactNode) => <>We&apos;re making sure that order {order} was not placed.</>,
    risk: "If it was, ordering these lines again buys them twice. Wait until its page says that nothing was bought.",
  },
  in_progress: {
    tone: "partial",
    title: (order: ReactNode) => <>Order {order} is in progress.</>,
    risk: "Its codes may still arrive. If you order these lines now, you may get them twice.",
  },
  delivered: {
    tone: "partial",
    title: (order: ReactNode) => <>All codes of order {order} have been delivered.</>,
    risk: "If you order these lines, you buy them a second time.",
  },
} as const;

/** The order that this draft belongs to, and whether the service may still deliver what the draft would order again. */
export function OriginNote({ origin }: { origin: NonNullable<OrderDraftView["origin"]> }) {
  const { reference, boughtNothing, doubt, mayDeliverUntil, rejection, decline } = origin;
  // Within a sentence, a colour alone does not make a link.
  const link = (
    <TextLink href={paths.order(reference)} className="underline">
      {reference}
    </TextLink>
  );
  if (rejection?.refusal && rejection.lines.length === 0) {
    const { statusCode, error, message } = rejection.refusal;
    return (
      <Banner
        tone="refused"
        live="off"
        className="mb-4"
        title={<>Correct the lines of order {link}, which the service rejected.</>}
      >
        Service response ({statusCode} {error}):{" "}
        <ServiceMessage text={message} currency={rejection.currency} />
      </Banner>
    );
  }
  if (decline !== null) {
    return (
      <Banner
        tone="partial"
        live="off"
        className="mb-4"
        title={
          <>
            {decline.by === null ? (
              <>Order {link} lapsed.</>
            ) : (
              <>
                <bdi translate="no">{decline.by}</bdi>{" "}
                {decline.wantsChanges ? <>asked for changes to order {link}.</> : <>declined order {link}.</>}
              </>
            )}
          </>
        }
      >
        {decline.by === null ? (
          decline.reason
        ) : (
          <q translate="no" className="whitespace-pre-wrap wrap-anywhere">
            {decline.reason}
          </q>
        )}
      </Banner>
    );
  }
  if (doubt !== null) {
    const { tone, title, risk } = DOUBTS[doubt];
    return (
      <Banner tone={tone} live="off" className="mb-4" title={title(link)}>
        {risk}
      </Banner>
    );
  }
  if (boughtNothing) {
    return <p className="mb-4 text-ink-soft">Lines of order {link}, which bought nothing.</p>;
  }
  if (mayDeliverUntil === null) return <p className="mb-4 text-ink-soft">Missing codes of order {link}.</p>;
  return (
    <Banner
      tone="partial"
      live="off"
      className="mb-4"
      title="The service may still deliver the missing codes."
    >
      We keep checking order {link} until <DateTime at={mayDeliverUntil} />. If you order them now, you may
      get them twice.
    </Banner>
  );
}
