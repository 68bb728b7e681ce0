"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import Link from "next/link";
import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { draftTitle, isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import { paths } from "#lib/paths.ts";
import { draftsQuery } from "#lib/queries/orders/draft.ts";
import { formatCount } from "#lib/text/counts.ts";
import { cx } from "#components/ui/cx.ts";
import { useChosenInSight } from "#components/ui/useChosenInSight.ts";
import { DraftMenu } from "./DraftMenu.tsx";
import { DeletedDraft } from "./DeletedDraft.tsx";

/** Switches between the drafts that this member sees; creates, names, shares and deletes them. */
export function DraftTabs({
  environment,
  summary,
  isOwn,
  onClear,
}: {
  environment: Environment;
  /** The open draft as it is being edited. */
  summary: DraftSummary;
  isOwn: boolean;
  onClear: () => void;
}) {
  const { data } = useQuery(draftsQuery(environment));
  const strip = useChosenInSight<HTMLElement>(summary.id);
  const items = data?.items ?? [];
  const shown = items.some(({ id }) => id === summary.id) ? items : [summary, ...items];
  return (
    <>
      <div className="mb-4 flex items-end gap-x-3 border-b border-line">
        <nav ref={strip} aria-label="Drafts" className="relative flex min-w-0 gap-x-1 overflow-x-auto">
          {shown.map((each) => (
            <DraftTab
              key={each.id}
              draft={each.id === summary.id ? summary : each}
              isOpen={each.id === summary.id}
            />
          ))}
        </nav>
        <div className="ms-auto flex shrink-0 gap-1 pb-1">
          <DraftMenu environment={environment} summary={summary} isOwn={isOwn} onClear={onClear} />
        </div>
      </div>
      <DeletedDraft environment={environment} />
    </>
  );
}

function DraftTab({ draft, isOpen }: { draft: DraftSummary; isOpen: boolean }) {
  const { id, shared, ownedBy, lineCount } = draft;
  return (
    <Link
      href={paths.newOrder(isFilledByCatalog(draft) ? undefined : id)}
      aria-current={isOpen ? "page" : undefined}
      className={cx(
        "-mb-px flex min-h-9 max-w-64 shrink-0 items-center gap-1.5 border-b-2 px-2.5",
        isOpen
          ? "border-accent font-medium text-ink"
          : "border-transparent text-ink-soft hover:border-line-strong hover:text-ink",
      )}
    >
      <bdi translate="no" className="truncate">
        {draftTitle(draft)}
      </bdi>
      {shared ? (
        <>
          <Icon shape={Users} className="size-3.5 shrink-0 text-ink-faint" />
          <span className="sr-only">
            {ownedBy === null ? "shared with the team" : `shared by ${ownedBy}`}
          </span>
        </>
      ) : null}
      <span className="text-ink-faint tabular-nums">
        {formatCount(lineCount)}
        <span className="sr-only">{lineCount === 1 ? " line" : " lines"}</span>
      </span>
    </Link>
  );
}
