import type { ChangedSince } from "#lib/contracts/catalog/changedSince.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { ChangedSinceList } from "./ChangedSinceList.tsx";

export type ChangedSinceNoteProps = { changed: ChangedSince; made: string; className?: string };

/** The same as a banner. */
export default function ChangedSinceNote({ changed, made, className }: ChangedSinceNoteProps) {
  return (
    <Banner tone="partial" live="off" className={className} title={`Changed in the catalog since ${made}`}>
      <ChangedSinceList changed={changed} />
    </Banner>
  );
}
