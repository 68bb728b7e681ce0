"use client";

import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** Which order this draft belongs to, and whether the service may still deliver what the draft would order again. */
export function OriginNote({ origin }: { origin: NonNullable<OrderDraftView["origin"]> }) {
  const { reference, mayDeliverUntil } = origin;
  const link = <TextLink href={paths.order(reference)}>{reference}</TextLink>;
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
