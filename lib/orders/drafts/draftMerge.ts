import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import type { TypedLine } from "./draftLine.ts";

export function sameLine(one: TypedLine, other: TypedLine): boolean {
  return (
    one.productId === other.productId &&
    one.amount === other.amount &&
    one.quantity === other.quantity &&
    one.countryCode === other.countryCode
  );
}

export function sameDraft(one: OrderDraft, other: OrderDraft): boolean {
  return (
    one.externalOrderCode === other.externalOrderCode &&
    one.note === other.note &&
    one.purchaseOrder === other.purchaseOrder &&
    sameLines(one.lines, other.lines)
  );
}

function sameLines(one: readonly TypedLine[], other: readonly TypedLine[]): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && sameLine(line, counterpart);
    })
  );
}

/**
 * What the draft is after a save was refused because somebody saved before. `attempted` are our own saves that were never
 * answered: when theirs is one of them, nobody else wrote, and nothing may be taken in twice. Null as in {@link mergeDrafts}.
 */
export function reconcileDrafts(
  base: OrderDraft,
  attempted: readonly OrderDraft[],
  mine: OrderDraft,
  theirs: OrderDraft,
): OrderDraft | null {
  return attempted.some((one) => sameDraft(one, theirs)) ? mine : mergeDrafts(base, mine, theirs);
}

/**
 * Joins what two tabs made of the same draft. Null where both changed the same thing in different ways:
 * then only a person can say which one is meant.
 */
export function mergeDrafts(base: OrderDraft, mine: OrderDraft, theirs: OrderDraft): OrderDraft | null {
  const lines = mergeLines(base.lines, mine.lines, theirs.lines);
  const externalOrderCode = mergeText(
    base.externalOrderCode,
    mine.externalOrderCode,
    theirs.externalOrderCode,
  );
  const note = mergeText(base.note, mine.note, theirs.note);
  const purchaseOrder = mergeText(base.purchaseOrder, mine.purchaseOrder, theirs.purchaseOrder);
  if (lines === null || externalOrderCode === null || note === null || purchaseOrder === null) return null;
  return { externalOrderCode, note, purchaseOrder, lines };
}

function mergeText(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : null;
}

function mergeLines(
  base: readonly TypedLine[],
  mine: readonly TypedLine[],
  theirs: readonly TypedLine[],
): TypedLine[] | null {
  if (sameLines(mine, theirs)) return [...mine];
  const kept = base.length;
  // A side that removed lines can only be joined with one that did nothing but add some at the end.
  if (sameLines(theirs.slice(0, kept), base)) return [...mine, ...theirs.slice(kept)];
  if (sameLines(mine.slice(0, kept), base)) return [...theirs, ...mine.slice(kept)];
  const merged: TypedLine[] = [];
  for (const [index, line] of base.entries()) {
    const joined = mergeLine(line, mine[index], theirs[index]);
    if (joined === null) return null;
    merged.push(joined);
  }
  return [...merged, ...theirs.slice(kept), ...mine.slice(kept)];
}

function mergeLine(
  base: TypedLine,
  mine: TypedLine | undefined,
  theirs: TypedLine | undefined,
): TypedLine | null {
  if (!mine || !theirs) return null;
  if (sameLine(mine, theirs) || sameLine(theirs, base)) return mine;
  return sameLine(mine, base) ? theirs : null;
}

/**
 * The draft without the lines of an order that was sent. They are known by what was typed, not by their place, which another
 * tab may have changed meanwhile. The order's own code has served; the other texts stay while lines do.
 */
export function withoutSentLines(draft: OrderDraft, sent: readonly TypedLine[]): OrderDraft {
  const lines = [...draft.lines];
  for (const line of sent) {
    const place = lines.findIndex((each) => sameLine(each, line));
    if (place >= 0) lines.splice(place, 1);
  }
  if (lines.length === draft.lines.length) return draft;
  return lines.length === 0
    ? { externalOrderCode: "", note: "", purchaseOrder: "", lines }
    : { ...draft, externalOrderCode: "", lines };
}
