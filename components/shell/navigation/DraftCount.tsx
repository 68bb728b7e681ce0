"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { formatCount } from "#lib/text/counts.ts";
import { draftsQuery } from "#lib/queries/draft.ts";
import { SECOND } from "#lib/time/instant.ts";

/** How many drafts have something in them; nothing where none has. Only shown to those who place orders. */
export function DraftCount({ environment }: { environment: Environment }) {
  const { data } = useQuery({ ...draftsQuery(environment), staleTime: 30 * SECOND });
  const count = data?.items.filter(({ lineCount }) => lineCount > 0).length ?? 0;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-hover px-1.5 text-xs leading-5 font-medium text-ink-soft tabular-nums max-lg:absolute max-lg:top-1 max-lg:ms-8">
      {formatCount(count)}
      <span className="sr-only">{count === 1 ? " draft" : " drafts"}</span>
    </span>
  );
}
