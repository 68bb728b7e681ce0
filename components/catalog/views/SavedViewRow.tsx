import { Check, Pencil, Trash2 } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { MouseEvent } from "react";
import { describeView } from "#lib/catalog/views/describeView.ts";
import { parseAddress } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { SavedView } from "#lib/contracts/catalog/savedViews.ts";
import { paths } from "#lib/paths.ts";
import { IconButton } from "#components/ui/actions/IconButton.tsx";

export type SavedViewRowProps = {
  saved: SavedView;
  /** The catalog shows this view now. */
  active: boolean;
  onOpen: (event: MouseEvent, view: CatalogView) => void;
  onEdit: (event: MouseEvent) => void;
  onDelete: (event: MouseEvent) => void;
};

/** One view: its name, and its filters in words. */
export function SavedViewRow({ saved, active, onOpen, onEdit, onDelete }: SavedViewRowProps) {
  const { view } = parseAddress(new URLSearchParams(saved.query));
  const parts = saved.shared ? [...describeView(view), `by ${saved.savedBy}`] : describeView(view);
  function open(event: MouseEvent) {
    // Opens in a new tab as links usually do.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(event, view);
  }
  return (
    <li className="flex items-center gap-0.5 rounded-sm hover:bg-hover">
      <a
        href={paths.catalog(saved.query)}
        onClick={open}
        aria-current={active ? "true" : undefined}
        className="grid min-w-0 grow grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-1.5 rounded-sm px-2 py-1.5 text-ink no-underline focus-visible:outline-offset-[-2px]"
      >
        {active ? <Icon shape={Check} className="size-4 text-accent-text" /> : <span />}
        <span className="truncate font-medium">
          <bdi translate="no">{saved.name}</bdi>
        </span>
        <span className="col-start-2 truncate text-xs text-ink-faint">
          <bdi translate="no">{parts.join(" · ")}</bdi>
        </span>
      </a>
      {saved.mayChange ? (
        <>
          <IconButton size="small" label={`Edit ${saved.name}`} onClick={onEdit}>
            <Icon shape={Pencil} className="size-3.5" />
          </IconButton>
          <IconButton size="small" label={`Delete ${saved.name}`} onClick={onDelete}>
            <Icon shape={Trash2} className="size-3.5" />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}
