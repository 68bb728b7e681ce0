import type { ReactNode } from "react";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";

/** One way to sign in: its name, its state, and its actions. */
export function FactorRow({
  name,
  state,
  actions,
}: {
  name: ReactNode;
  state: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 border-b border-line pb-3">
      <div className="min-w-48 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-ink-soft">{state}</p>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}

/** When it was added, and when it was last used. */
export function AddedAt({ at, lastUsedAt }: { at: string; lastUsedAt: string | null }) {
  return (
    <>
      Added <DateTime at={at} />
      {lastUsedAt === null ? ", not used yet" : null}
      {lastUsedAt === null ? null : (
        <>
          , last used <RecentTime at={lastUsedAt} />
        </>
      )}
    </>
  );
}
