import type { ChangedSince } from "#lib/contracts/catalog/changedSince.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { ChangedSinceList } from "./ChangedSinceList.tsx";

export type ChangedSinceNoteProps = {
  changed: ChangedSince | null;
  /** When it was made, such as “this draft was saved”. */
  made: string;
  className?: string;
};

/** What has changed in the catalog since a draft or an order was made. */
export function ChangedSinceNote({ changed, made, className }: ChangedSinceNoteProps) {
  if (changed === null) return null;
  return (
    <Banner tone="partial" live="off" className={className} title={`Changed in the catalog since ${made}`}>
      <ChangedSinceList changed={changed} />
    </Banner>
  );
}
