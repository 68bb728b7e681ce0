import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { countAttempts, foldTimeline } from "#lib/orders/timeline/foldTimeline.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { outcomeOf, timelineWords } from "./timelineWords.ts";

export type TimelineEntryRow = { entry: TimelineEntry; title: string; details: string[] };
export type TimelineRow =
  | ({ kind: "single" } & TimelineEntryRow)
  /** `entries`: all of them, the latest first. */
  | {
      kind: "group";
      id: string;
      from: string;
      to: string;
      title: string;
      details: string[];
      entries: TimelineEntryRow[];
    };

/**
 * The timeline as shown: newest first, with repetitions folded. A sentence of the service appears once: it is left out if the
 * page shows it above (`above`) or a newer entry contains it.
 */
export function timelineRows(entries: readonly TimelineEntry[], above: readonly string[]): TimelineRow[] {
  const said = new Said(above);
  return foldTimeline(entries)
    .toReversed()
    .map(({ kind, entries: ofRun }): TimelineRow => {
      const latestFirst = ofRun.toReversed();
      const [latest] = latestFirst;
      if (kind === "single" && latest !== undefined) return { kind, ...rowOf(latest, said) };
      const messages = said.newAmong(latestFirst.flatMap((entry) => timelineWords(entry).messages ?? []));
      return {
        kind: "group",
        id: latest?.id ?? "",
        from: ofRun[0]?.at ?? "",
        to: latest?.at ?? "",
        title: kind === "attempts" ? counted(countAttempts(ofRun), "attempt", "attempts") : repeated(ofRun),
        details: [...(kind === "attempts" ? outcomes(ofRun) : []), ...messages],
        entries: latestFirst.map((entry) => rowOf(entry, said)),
      };
    });
}

function rowOf(entry: TimelineEntry, said: Said): TimelineEntryRow {
  const { title, details, messages = [] } = timelineWords(entry);
  return { entry, title, details: [...details, ...said.newAmong(messages)] };
}

function repeated(entries: readonly TimelineEntry[]): string {
  const titles = new Set(entries.map((entry) => timelineWords(entry).title));
  const [title = ""] = titles;
  const name = titles.size === 1 ? title : entries[0]?.action === "codes.revealed" ? "Revealed codes" : title;
  return `${name}, ${counted(entries.length, "time", "times")}`;
}

/** "9 × The service asked us to wait". */
function outcomes(entries: readonly TimelineEntry[]): string[] {
  const attempts = entries.filter(({ action }) => action === "order.attempted");
  const byOutcome = Map.groupBy(attempts, outcomeOf);
  return [...byOutcome].map(([outcome, each]) =>
    byOutcome.size === 1 ? outcome : `${formatCount(each.length)} × ${outcome}`,
  );
}

/** The sentences that are already on the page. An alarm grows by sentences, so an earlier alarm is part of a later one. */
class Said {
  readonly #texts: string[];

  constructor(texts: readonly string[]) {
    this.#texts = [...texts];
  }

  newAmong(messages: readonly string[]): string[] {
    return messages.filter((message) => {
      if (this.#texts.some((text) => text.includes(message))) return false;
      this.#texts.push(message);
      return true;
    });
  }
}
