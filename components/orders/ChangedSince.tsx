"use client";

import { lazy, Suspense, type ComponentType } from "react";
import type { ChangedSince as Changed } from "#lib/contracts/catalog/changedSince.ts";
import type { ChangedSinceNoteProps } from "./ChangedSinceNote.tsx";

// Most drafts and orders have nothing to say: their pages do not load its words.
const ChangedSinceNote = lazy<ComponentType<ChangedSinceNoteProps>>(() =>
  import("./ChangedSinceNote.tsx").catch(() => ({ default: Nothing })),
);

function Nothing() {
  return null;
}

export type ChangedSinceProps = {
  changed: Changed | null;
  /** When it was made, such as “this draft was saved”. */
  made: string;
  className?: string;
};

/** What has changed in the catalog since a draft or an order was made. */
export function ChangedSince({ changed, ...rest }: ChangedSinceProps) {
  if (changed === null) return null;
  return (
    <Suspense fallback={null}>
      <ChangedSinceNote changed={changed} {...rest} />
    </Suspense>
  );
}
