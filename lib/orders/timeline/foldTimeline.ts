import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { isSending } from "#lib/orders/lifecycle/states.ts";

/** Consecutive entries that say the same: a single one, or several that are folded into one and can be expanded. */
export type TimelineRun = { kind: "single" | "attempts" | "repeated"; entries: TimelineEntry[] };

/** Shorter runs are shown one by one. */
const FOLDED_FROM = { attempts: 2, repeated: 3 };
/** Actions that are repeated for an order with many codes, or during a long wait. */
const REPEATED = new Set(["codes.revealed", "codes.searched", "order.state", "order.labelled"]);

/** Folds repetitions: the same entries in the same order, grouped into runs. */
export function foldTimeline(entries: readonly TimelineEntry[]): TimelineRun[] {
  const runs: { family: string | null; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const family = familyOf(entry);
    const last = runs.at(-1);
    if (last?.family === family) last.entries.push(entry);
    else runs.push({ family, entries: [entry] });
  }
  return runs.flatMap((run): TimelineRun[] => {
    const kind = run.family === ATTEMPTS ? "attempts" : "repeated";
    const count = kind === "attempts" ? countAttempts(run.entries) : run.entries.length;
    if (run.family !== null && count >= FOLDED_FROM[kind]) return [{ kind, entries: run.entries }];
    return run.entries.map((entry) => ({ kind: "single", entries: [entry] }));
  });
}

const ATTEMPTS = "attempts";

/** How many attempts the entries describe: each has an entry for its outcome and, from the second one on, another for its beginning. */
export function countAttempts(entries: readonly TimelineEntry[]): number {
  return entries.filter(({ action }) => action === "order.attempted").length;
}

/** What an entry may be folded with; null for one that is always shown by itself. */
function familyOf(entry: TimelineEntry): string | null {
  const { action, actor, from, to, details } = entry;
  if (typeof details.alarm === "string") return null;
  if (action === "order.attempt-started") return ATTEMPTS;
  // An attempt with a definite outcome is not a repetition.
  if (action === "order.attempted") return to !== null && isSending(to) ? ATTEMPTS : null;
  const hasMoved = to !== null && from !== to;
  return hasMoved || !REPEATED.has(action) ? null : JSON.stringify([action, actor]);
}
