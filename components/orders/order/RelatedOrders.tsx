import type { OrderView } from "#lib/contracts/orders/order.ts";
import { paths } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** Where the lines of this order came from, and which orders order its missing or refused lines again. */
export function RelatedOrders({
  order: { follows, followedBy },
}: {
  order: Pick<OrderView, "follows" | "followedBy">;
}) {
  if (follows === null && followedBy.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-1.5 text-ink-soft">
      {follows === null ? null : (
        <p>
          Reorders lines of order <Reference reference={follows} />
        </p>
      )}
      {followedBy.map(({ reference, state }) => (
        <p key={reference} className="flex flex-wrap items-center gap-x-2">
          Followed by order <Reference reference={reference} />
          <StateBadge state={state} />
        </p>
      ))}
    </div>
  );
}

function Reference({ reference }: { reference: string }) {
  return (
    <TextLink
      translate="no"
      href={paths.order(reference)}
      className="font-mono text-[0.8125rem] wrap-anywhere"
    >
      {reference}
    </TextLink>
  );
}
