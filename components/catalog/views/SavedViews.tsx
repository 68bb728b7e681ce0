"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, Plus } from "lucide-react";
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from "react";
import { viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog.ts";
import type { SavedView } from "#lib/contracts/savedViews.ts";
import { savedViewsQuery } from "#lib/queries/savedViews.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Popover } from "#components/ui/overlays/Popover.tsx";
import { SavedViewRow } from "./SavedViewRow.tsx";
import type { ViewTask } from "./ViewDialog.tsx";

// Forms are loaded when somebody opens one.
const ViewDialog = lazy(() => import("./ViewDialog.tsx").then((module) => ({ default: module.ViewDialog })));

export type SavedViewsProps = {
  view: CatalogView;
  onOpen: (view: CatalogView) => void;
};

/** Saved views of the catalog: to open, to save the current one, to rename and to delete. */
export function SavedViews({ view, onOpen }: SavedViewsProps) {
  const { data, isError, refetch } = useQuery(savedViewsQuery(useEnvironment()));
  const [task, setTask] = useState<ViewTask | null>(null);
  const shown = viewQuery(view);
  const views = data?.views ?? [];
  const active = views.find(({ query }) => query === shown);

  function begin(next: ViewTask, event: MouseEvent) {
    closePopover(event);
    setTask(next);
  }
  const row = (saved: SavedView) => (
    <SavedViewRow
      key={saved.id}
      saved={saved}
      active={saved.query === shown}
      onOpen={(event, opened) => {
        closePopover(event);
        onOpen(opened);
      }}
      onEdit={(event) => begin({ kind: "edit", saved }, event)}
      onDelete={(event) => begin({ kind: "delete", saved }, event)}
    />
  );
  return (
    <>
      <Popover
        align="end"
        label={active ? `Views: ${active.name}` : "Views"}
        trigger={
          <>
            <Bookmark aria-hidden className={cx("size-4", active && "fill-current text-accent-text")} />
            <span className="max-w-40 truncate max-sm:hidden">
              <bdi>{active?.name ?? "Views"}</bdi>
            </span>
          </>
        }
        className="w-80 p-1.5 sm:w-96"
      >
        {shown === "" ? (
          <p className="px-2 py-1 text-[0.8125rem] text-ink-faint">
            To save a view, search, filter or sort first.
          </p>
        ) : (
          <Button
            variant="quiet"
            className="w-full justify-start"
            onClick={(event) => begin({ kind: "save", view }, event)}
          >
            <Plus aria-hidden className="size-4" />
            Save this view
          </Button>
        )}
        {isError && !data ? (
          <p className="px-2 py-1 text-[0.8125rem] text-refused">
            Views couldn't be loaded.{" "}
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        ) : null}
        <Group title="My views" views={views.filter(({ shared }) => !shared)} row={row} />
        <Group title="Team views" views={views.filter(({ shared }) => shared)} row={row} />
      </Popover>
      {task === null ? null : (
        <Suspense fallback={null}>
          <ViewDialog task={task} now={view} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </>
  );
}

type GroupProps = {
  title: string;
  views: readonly SavedView[];
  row: (saved: SavedView) => ReactNode;
};

function Group({ title, views, row }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <section aria-label={title} className="mt-1.5 border-t border-line pt-1.5">
      <h2 className="px-2 py-1 text-xs text-ink-faint">{title}</h2>
      <ul>{views.map(row)}</ul>
    </section>
  );
}

/** The focus goes back to the button that opened it. */
function closePopover(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  target?.closest<HTMLElement>("[popover]")?.hidePopover();
}
