import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { SaveChangesRequest } from "#lib/contracts/orders/drafts.ts";
import { differingSpan } from "./differingSpan.ts";
import {
  DRAFT_TEXTS,
  LINE_FIELDS,
  sameLine,
  sameRows,
  textOf,
  withRowsOf,
  type DraftText,
} from "./draftMerge.ts";

/**
 * What happened to one line: `before` is null if it was added, `after` if it was removed. `follows` is the line above it (null:
 * it is the first one), `followed` the one that was above it before; both are left out for a line that stays in place.
 */
export type LineChange = {
  id: string;
  before: TypedLine | null;
  after: TypedLine | null;
  follows?: string | null;
  followed?: string | null;
};

/** The difference between two drafts: its size depends on the difference and not on the drafts. */
export type DraftChange = {
  texts: { field: DraftText; before: string; after: string }[];
  lines: LineChange[];
};

export function isEmptyChange({ texts, lines }: DraftChange): boolean {
  return texts.length === 0 && lines.length === 0;
}

/** The same as it is saved: without the previous values. */
export type DraftPatch = Pick<SaveChangesRequest, "texts" | "lines">;

export function patchOf({ texts, lines }: DraftChange): DraftPatch {
  return {
    texts: Object.fromEntries(texts.map(({ field, after }) => [field, after])),
    lines: lines.map(({ id, after, follows }) =>
      after === null ? { removed: id } : { line: after, follows },
    ),
  };
}

/** Returns the change that turns `before` into `after`. */
export function changeBetween(before: OrderDraft, after: OrderDraft): DraftChange {
  const texts = DRAFT_TEXTS.flatMap((field) => {
    const [was, now] = [textOf(before, field), textOf(after, field)];
    return was === now ? [] : { field, before: was, after: now };
  });
  return { texts, lines: linesBetween(before.lines, after.lines) };
}

type Lines = readonly TypedLine[];

function linesBetween(before: Lines, after: Lines): LineChange[] {
  const { start, oldEnd, newEnd } = differingSpan(before, after, sameLine);
  const [old, now] = [before.slice(start, oldEnd), after.slice(start, newEnd)];
  const known = new Map(old.map((line) => [line.id, line]));
  const kept = new Set(now.map(({ id }) => id));
  const staying = idsThatStay(old, now);
  const removed = old.flatMap((line, index): LineChange[] =>
    kept.has(line.id)
      ? []
      : [{ id: line.id, before: line, after: null, followed: idAt(before, start + index - 1) }],
  );
  const oldPlace = new Map(old.map(({ id }, index) => [id, start + index]));
  const others = now.flatMap((line, index): LineChange[] => {
    const counterpart = known.get(line.id) ?? null;
    if (staying.has(line.id) && counterpart !== null) {
      return sameLine(counterpart, line) ? [] : [{ id: line.id, before: counterpart, after: line }];
    }
    const place = oldPlace.get(line.id);
    return [
      {
        id: line.id,
        before: counterpart,
        after: line,
        follows: idAt(after, start + index - 1),
        ...(place === undefined ? {} : { followed: idAt(before, place - 1) }),
      },
    ];
  });
  return [...removed, ...others];
}

function idAt(lines: Lines, index: number): string | null {
  return lines[index]?.id ?? null;
}

/** Common lines that are still in the same order; the others have moved. */
function idsThatStay(old: Lines, now: Lines): Set<string> {
  const place = new Map(old.map(({ id }, index) => [id, index]));
  const staying = new Set<string>();
  let last = -1;
  for (const { id } of now) {
    const at = place.get(id);
    if (at === undefined || at <= last) continue;
    last = at;
    staying.add(id);
  }
  return staying;
}

/** Applies a change that was made to another draft. Lines whose place no longer exists come last. */
export function applyChange(draft: OrderDraft, change: DraftChange): OrderDraft {
  return applyPatch(draft, patchOf(change));
}

/** The same for a change as it was saved. */
export function applyPatch(draft: OrderDraft, { texts, lines }: DraftPatch): OrderDraft {
  return { ...draft, ...texts, lines: lines.length === 0 ? draft.lines : applyLines(draft.lines, lines) };
}

function applyLines(lines: Lines, changes: DraftPatch["lines"]): TypedLine[] {
  const changed = new Map<string, TypedLine>();
  const gone = new Set<string>();
  const placed = new Map<string | null, TypedLine[]>();
  for (const change of changes) {
    if ("removed" in change) {
      gone.add(change.removed);
      continue;
    }
    const { line, follows } = change;
    if (follows === undefined) {
      changed.set(line.id, line);
      continue;
    }
    gone.add(line.id);
    const there = placed.get(follows);
    if (there === undefined) placed.set(follows, [line]);
    else there.push(line);
  }
  const moved = new Set([...placed.values()].flat().map(({ id }) => id));
  const result: TypedLine[] = [];
  const putAfter = (id: string | null) => {
    const waiting = (placed.get(id) ?? []).toReversed();
    placed.delete(id);
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      result.push(line);
      waiting.push(...(placed.get(line.id) ?? []).toReversed());
      placed.delete(line.id);
    }
  };
  putAfter(null);
  for (const line of lines) {
    if (!gone.has(line.id)) result.push(changed.get(line.id) ?? line);
    // The line that follows a moved line is put after its new place.
    if (!moved.has(line.id)) putAfter(line.id);
  }
  for (const id of placed.keys()) putAfter(id);
  return result;
}

/** Returns the change that undoes a change. */
export function inverseOf({ texts, lines }: DraftChange): DraftChange {
  return {
    texts: texts.map(({ field, before, after }) => ({ field, before: after, after: before })),
    lines: lines.map(({ id, before, after, follows, followed }) => ({
      id,
      before: after,
      after: before,
      follows: followed,
      followed: follows,
    })),
  };
}

/**
 * Applies a change where nobody else has changed the draft since: a field with another value than before the change stays, and so
 * does a line that somebody has changed; a removed line stays removed. Returns the same object if nothing applies.
 */
export function applyWhereUntouched(draft: OrderDraft, change: DraftChange): OrderDraft {
  const texts = change.texts.filter(({ field, before }) => textOf(draft, field) === before);
  const now = new Map(draft.lines.map((line) => [line.id, line]));
  const lines = change.lines.flatMap((each): LineChange | [] => {
    const current = now.get(each.id);
    if (each.before === null) return current === undefined ? each : [];
    if (current === undefined) return [];
    if (each.after === null) return sameLine(current, each.before) ? each : [];
    const after = withUntouchedFields(current, each.before, each.after);
    const isDone = each.follows === undefined && sameLine(current, after);
    return isDone ? [] : { ...each, before: current, after };
  });
  return texts.length === 0 && lines.length === 0 ? draft : applyChange(draft, { texts, lines });
}

function withUntouchedFields(current: TypedLine, before: TypedLine, after: TypedLine): TypedLine {
  const line = sameRows(current, before) ? withRowsOf(current, after) : { ...current };
  for (const field of LINE_FIELDS) if (current[field] === before[field]) line[field] = after[field];
  return line;
}

/** The draft before or after a change, reconstructed from another version: lines that the change does not mention are taken from that. */
export function sideOf(stored: OrderDraft, change: DraftChange, side: "before" | "after"): OrderDraft {
  const directed = side === "after" ? change : inverseOf(change);
  const known = new Set(stored.lines.map(({ id }) => id));
  const lines = directed.lines.map((each): LineChange => {
    if (known.has(each.id)) return { id: each.id, before: null, after: each.after };
    return { ...each, follows: each.follows ?? stored.lines.at(-1)?.id ?? null };
  });
  return applyChange(stored, { texts: directed.texts, lines });
}
