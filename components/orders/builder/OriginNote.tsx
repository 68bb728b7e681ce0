"use client";

import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** Which order this draft belongs to, and whether the service may still deliver what the draft would order again. */
export function OriginNote({ origin }: { origin: NonNullable<OrderDraftView["origin"]> }) {
  const { reference, boughtNothing, mayDeliverUntil, rejection } = origin;
  const link = <TextLink href={paths.order(reference)}>{reference}</TextLink>;
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
