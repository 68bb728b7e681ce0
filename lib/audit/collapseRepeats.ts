import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import { HOUR } from "#lib/time/instant.ts";
import { sentenceOf } from "./sentences.ts";

/** Records of the same sentence, the latest first. */
export type Repeats = readonly [AuditEntryView, ...AuditEntryView[]];

/** Records that say the same and follow one another, each within an hour of the one before, as one. The others stay alone, in their order. */
export function collapseRepeats(entries: readonly AuditEntryView[]): Repeats[] {
  const collapsed: [AuditEntryView, ...AuditEntryView[]][] = [];
  for (const entry of entries) {
    const last = collapsed.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && isRepeat(before, entry)) last.push(entry);
    else collapsed.push([entry]);
  }
  return collapsed;
}

function isRepeat(later: AuditEntryView, earlier: AuditEntryView): boolean {
  return (
    later.action === earlier.action &&
    later.environment === earlier.environment &&
    later.actor?.id === earlier.actor?.id &&
    later.member?.id === earlier.member?.id &&
    later.order === earlier.order &&
    Date.parse(later.at) - Date.parse(earlier.at) <= HOUR &&
    sentenceOf(later) === sentenceOf(earlier)
  );
}
