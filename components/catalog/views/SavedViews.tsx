"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type MouseEvent, type ReactNode } from "react";
import { viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { SavedView } from "#lib/contracts/catalog/savedViews.ts";
import { savedViewsQuery } from "#lib/queries/catalog/savedViews.ts";
import { ViewsMenu } from "#components/form/ViewsMenu.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { closePopover } from "#components/ui/overlays/closePopover.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { SavedViewRow } from "./SavedViewRow.tsx";
import type { ViewTask } from "./ViewDialog.tsx";

// Forms are loaded when one is opened.
const ViewDialog = loadedOnUse(async () => (await import("./ViewDialog.tsx")).ViewDialog, closeDialog);

export type SavedViewsProps = {
  view: CatalogView;
  onOpen: (view: CatalogView) => void;
};

/** The menu of saved views: open, save the current one, rename and delete. */
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
      <ViewsMenu
        active={active?.name ?? null}
        onSave={shown === "" ? null : (event) => begin({ kind: "save", view }, event)}
        onRetry={isError && !data ? () => void refetch() : null}
      >
        <Group title="My views" views={views.filter(({ shared }) => !shared)} row={row} />
        <Group title="Team views" views={views.filter(({ shared }) => shared)} row={row} />
      </ViewsMenu>
      {task === null ? null : <ViewDialog task={task} now={view} onClose={() => setTask(null)} />}
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
    <section aria-label={title} className="mt-2 border-t border-line pt-1.5">
      <h2 className="px-2 py-1 text-xs text-ink-faint">{title}</h2>
      <ul>{views.map(row)}</ul>
    </section>
  );
}
