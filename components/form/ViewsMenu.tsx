"use client";

import { Bookmark, Plus } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { MouseEvent, ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Popover } from "#components/ui/overlays/Popover.tsx";

export type ViewsMenuProps = {
  /** The saved view that the list shows now; null if it shows none of them. */
  active: string | null;
  /** Null if there is nothing to save, because the list shows its initial view. */
  onSave: ((event: MouseEvent) => void) | null;
  /** Present when the views couldn't be loaded. */
  onRetry: (() => void) | null;
  /** The views, in groups if there are several. */
  children: ReactNode;
};

/** The button for a list's saved views; its first entry saves the current one. */
export function ViewsMenu({ active, onSave, onRetry, children }: ViewsMenuProps) {
  return (
    <Popover
      align="end"
      label={active === null ? "Views" : `Views: ${active}`}
      trigger={
        <>
          <Icon
            shape={Bookmark}
            className={cx("size-4", active !== null && "fill-current text-accent-text")}
          />
          <bdi translate="no" className="max-w-40 truncate max-sm:hidden">
            {active ?? "Views"}
          </bdi>
        </>
      }
      className="w-80 p-1.5 sm:w-96"
    >
      {onSave === null ? (
        <p className="px-2 py-1 text-[0.8125rem] text-ink-faint">
          To save a view, search, filter or sort first.
        </p>
      ) : (
        <Button variant="quiet" className="w-full justify-start" onClick={onSave}>
          <Icon shape={Plus} className="size-4" />
          Save this view
        </Button>
      )}
      {onRetry === null ? null : (
        <p className="px-2 py-1 text-[0.8125rem] text-refused">
          Views couldn't be loaded.{" "}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {children}
    </Popover>
  );
}
