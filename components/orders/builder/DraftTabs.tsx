"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { paths } from "#lib/paths.ts";
import { draftsQuery } from "#lib/queries/draft.ts";
import { cx } from "#components/ui/cx.ts";

/** Switches between the drafts of this member; nothing while there is only the one that the catalog adds to. */
export function DraftTabs({
  environment,
  opened,
  lineCount,
}: {
  environment: Environment;
  opened: OrderDraftView;
  /** Of the draft that is open, as it is typed. */
  lineCount: number;
}) {
  const { data } = useQuery(draftsQuery(environment));
  const items = data?.items ?? [];
  if (items.every(({ id }) => id === opened.id)) return null;
  return (
    <nav aria-label="Drafts" className="mb-4 flex flex-wrap gap-x-1 gap-y-1 border-b border-line">
      {items.map(({ id, origin, lineCount: saved }) => {
        const isOpen = id === opened.id;
        const count = isOpen ? lineCount : saved;
        return (
          <Link
            key={id}
            href={paths.newOrder(origin === null ? undefined : id)}
            aria-current={isOpen ? "page" : undefined}
            className={cx(
              "-mb-px flex min-h-9 items-center gap-1.5 border-b-2 px-2.5",
              isOpen
                ? "border-accent font-medium text-ink"
                : "border-transparent text-ink-soft hover:border-line-strong hover:text-ink",
            )}
          >
            <span className="wrap-anywhere">
              {origin === null ? "New order" : `Missing codes of ${origin}`}
            </span>
            <span className="text-ink-faint tabular-nums">
              {count.toLocaleString("en")}
              <span className="sr-only">{count === 1 ? " line" : " lines"}</span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
