import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import {
  applyWhereUntouched,
  changeBetween,
  inverseOf,
  isEmptyChange,
  type DraftChange,
  type LineChange,
} from "./draftChange.ts";
import { LINE_FIELDS, type TypedField } from "./draftMerge.ts";

/** What one member did to a draft on this page, for undo and redo. Changes by others are not part of it. */
export type DraftHistory = {
  past: readonly DraftChange[];
  future: readonly DraftChange[];
  /** The next edit of the field that was edited last begins a new step. */
  isStepEnded: boolean;
};

export const NO_HISTORY: DraftHistory = { past: [], future: [], isStepEnded: true };
const STEPS_KEPT = 200;

/** Remembers an edit. Keystrokes in one field are one step, until another field is edited or the step ends. */
export function remember(history: DraftHistory, before: OrderDraft, after: OrderDraft): DraftHistory {
  const change = changeBetween(before, after);
  if (isEmptyChange(change)) return history;
  const last = history.past.at(-1);
  const joined = history.isStepEnded || last === undefined ? null : typedOn(last, change);
  const past = joined === null ? [...history.past, change] : [...history.past.slice(0, -1), joined];
  return { past: past.slice(-STEPS_KEPT), future: [], isStepEnded: false };
}

/** Ends the step: what is typed next is undone separately. */
export function endStep(history: DraftHistory): DraftHistory {
  return history.isStepEnded ? history : { ...history, isStepEnded: true };
}

/** Joins two changes of the same single field; null if they are not. */
function typedOn(last: DraftChange, next: DraftChange): DraftChange | null {
  const field = fieldOf(last);
  if (field === null || field !== fieldOf(next)) return null;
  return {
    texts: last.texts.flatMap((text) => next.texts.map(({ after }) => ({ ...text, after }))),
    lines: last.lines.flatMap((line) => next.lines.map(({ after }) => ({ ...line, after }))),
  };
}

/** The only field that a change affects; null if it affects more than one. */
function fieldOf({ texts, lines }: DraftChange): string | null {
  const [field, ...others] = [
    ...texts.map((text) => text.field),
    ...lines.flatMap((line) => changedFields(line).map((each) => `${line.id} ${each}`)),
  ];
  return texts.length + lines.length === 1 && others.length === 0 ? (field ?? null) : null;
}

/** The fields that a change of a line affects; none if the line was added, removed or moved. */
export function changedFields({ before, after, follows }: LineChange): TypedField[] {
  if (before === null || after === null || follows !== undefined) return [];
  return LINE_FIELDS.filter((field) => before[field] !== after[field]);
}

/** The result of an undo or a redo; null if there was nothing left to do. */
export type Stepped = { history: DraftHistory; draft: OrderDraft; change: DraftChange } | null;

/**
 * Undoes the last step that can still be undone at least in part: what others have changed since stays as it is, and lines that
 * are gone, such as ordered ones, do not come back.
 */
export function undo(history: DraftHistory, draft: OrderDraft): Stepped {
  const stepped = step(history.past, draft, inverseOf);
  if (stepped === null) return null;
  const { left, change } = stepped;
  const future = [...history.future, inverseOf(change)];
  return { ...stepped, change, history: { past: left, future, isStepEnded: true } };
}

/** Redoes what was last undone, under the same conditions. */
export function redo(history: DraftHistory, draft: OrderDraft): Stepped {
  const stepped = step(history.future, draft, (change) => change);
  if (stepped === null) return null;
  const { left, change } = stepped;
  return {
    ...stepped,
    change,
    history: { past: [...history.past, change], future: left, isStepEnded: true },
  };
}

function step(
  from: readonly DraftChange[],
  draft: OrderDraft,
  directed: (change: DraftChange) => DraftChange,
): { left: DraftChange[]; draft: OrderDraft; change: DraftChange } | null {
  const left = [...from];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const after = applyWhereUntouched(draft, directed(next));
    const change = changeBetween(draft, after);
    if (!isEmptyChange(change)) return { left, draft: after, change };
  }
  return null;
}
