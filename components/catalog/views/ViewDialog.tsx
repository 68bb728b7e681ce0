"use client";

import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { SavedView } from "#lib/contracts/catalog/savedViews.ts";
import { DeleteViewDialog } from "./DeleteViewDialog.tsx";
import { EditViewDialog } from "./EditViewDialog.tsx";
import { SaveViewDialog } from "./SaveViewDialog.tsx";

/** What the dialog does with a view. */
export type ViewTask = { kind: "save"; view: CatalogView } | { kind: "edit" | "delete"; saved: SavedView };

export type ViewDialogProps = {
  task: ViewTask;
  /** What the catalog shows now. */
  now: CatalogView;
  onClose: () => void;
};

export function ViewDialog({ task, now, onClose }: ViewDialogProps) {
  switch (task.kind) {
    case "save":
      return <SaveViewDialog view={task.view} onClose={onClose} />;
    case "edit":
      return <EditViewDialog saved={task.saved} now={now} onClose={onClose} />;
    case "delete":
      return <DeleteViewDialog saved={task.saved} onClose={onClose} />;
  }
}
