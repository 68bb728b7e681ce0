import type { Presence } from "#lib/contracts/orders/drafts.ts";

/** Which other members have this draft open. */
export function DraftPresence({ others }: { others: Presence["others"] }) {
  return (
    <p role="status" className="text-[0.8125rem] text-ink-soft not-empty:mb-3">
      {others.length === 0 ? null : (
        <>
          <span aria-hidden className="me-1.5 inline-block size-1.5 rounded-full bg-done align-middle" />
          <bdi translate="no">{others.map(({ name }) => name).join(", ")}</bdi>
          {others.length === 1 ? " has this draft open too." : " have this draft open too."}
        </>
      )}
    </p>
  );
}
