import type { OrderDraft, OrderedLines, TypedLine } from "#lib/contracts/orders/placeOrder.ts";

export const DRAFT_TEXTS = ["externalOrderCode", "note", "purchaseOrder", "tags"] as const;
export const LINE_FIELDS = ["amount", "quantity", "countryCode"] as const;
export type DraftText = (typeof DRAFT_TEXTS)[number];
export type TypedField = (typeof LINE_FIELDS)[number];

/** What a merge could not decide without losing something that a member typed: shown until it has been read. */
export type DraftNotice =
  /** Both sides changed the same text or field. The draft has `mine`. */
  | { kind: "text-conflict"; field: DraftText; mine: string; theirs: string }
  | {
      kind: "field-conflict";
      lineId: string;
      productId: number;
      field: TypedField;
      mine: string;
      theirs: string;
    }
  /** One side removed a line that the other one changed. The line is kept. */
  | { kind: "kept"; lineId: string; productId: number }
  /** Lines that went into an order. `typed`: changes to them that came too late. */
  | { kind: "ordered"; order: Omit<OrderedLines, "lines">; lineIds: string[]; typed: LateChange[] };
export type LateChange = { productId: number; field: TypedField; text: string };

/** A text as it is shown; missing tags are an empty text. */
export function textOf(draft: OrderDraft, field: DraftText): string {
  return draft[field] ?? "";
}

export function sameLine(one: TypedLine, other: TypedLine): boolean {
  if (one === other) return true;
  return (
    one.id === other.id &&
    one.productId === other.productId &&
    LINE_FIELDS.every((field) => one[field] === other[field]) &&
    sameRows(one, other)
  );
}

/** Whether two states of a line have the same rows of tables merged into them. */
export function sameRows({ rows: one = [] }: TypedLine, { rows: other = [] }: TypedLine): boolean {
  return one === other || (one.length === other.length && one.every((row, index) => row === other[index]));
}

/** A line with the rows that another one has. */
export function withRowsOf({ rows: _, ...line }: TypedLine, { rows }: TypedLine): TypedLine {
  return rows === undefined ? line : { ...line, rows };
}

export function sameDraft(one: OrderDraft, other: OrderDraft): boolean {
  return (
    DRAFT_TEXTS.every((field) => textOf(one, field) === textOf(other, field)) &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => {
      const counterpart = other.lines[index];
      return counterpart !== undefined && sameLine(line, counterpart);
    })
  );
}

/** The same draft, with the line objects of another where they are equal. */
export function reuseLines(draft: OrderDraft, other: OrderDraft): OrderDraft {
  const known = new Map(other.lines.map((line) => [line.id, line]));
  const lines = draft.lines.map((line) => {
    const same = known.get(line.id);
    return same !== undefined && sameLine(line, same) ? same : line;
  });
  return { ...draft, lines };
}

export type MergeInput = {
  /** The draft that both sides started from. */
  base: OrderDraft;
  mine: OrderDraft;
  theirs: OrderDraft;
  /** Our own saves that were never answered: if the stored draft contains their values, those are ours and not another member's. */
  attempted?: readonly OrderDraft[];
  /** What was ordered since `base`. */
  ordered?: readonly OrderedLines[];
};

/**
 * Merges the changes of two tabs to the same draft: by line id, and within a line by field. A change by one side is applied; if
 * both changed the same field, mine stays and theirs is reported. Ordered lines are removed, whatever was typed.
 */
export function mergeDrafts(input: MergeInput): { draft: OrderDraft; notices: DraftNotice[] } {
  const { base, mine, theirs, attempted = [], ordered = [] } = input;
  const notices: DraftNotice[] = [];
  const text = (field: DraftText): string => {
    const of = (each: OrderDraft) => textOf(each, field);
    const { value, lost } = mergeText(of(base), attempted.map(of), of(mine), of(theirs));
    if (lost) notices.push({ kind: "text-conflict", field, mine: value, theirs: of(theirs) });
    return value;
  };
  const tags = text("tags");
  const draft = {
    externalOrderCode: text("externalOrderCode"),
    note: text("note"),
    purchaseOrder: text("purchaseOrder"),
    ...(tags === "" ? {} : { tags }),
    lines: mergeLines({ base, mine, theirs, attempted, ordered }, notices),
  };
  notices.push(...noticesOfOrders(base, mine, ordered));
  return { draft, notices };
}

/**
 * `ours`: values from our unanswered saves. If the other text is empty, there is nothing that could be lost. Without a base, both
 * sides count as having typed.
 */
function mergeText(
  base: string | undefined,
  ours: readonly string[],
  mine: string,
  theirs: string,
): { value: string; lost: boolean } {
  if (mine === theirs || theirs === base || ours.includes(theirs)) return { value: mine, lost: false };
  const touched = mine !== base || ours.some((value) => value !== base);
  if (!touched) return { value: theirs, lost: false };
  return { value: mine, lost: theirs !== "" };
}

type Sides = Required<MergeInput>;

function mergeLines(sides: Sides, notices: DraftNotice[]): TypedLine[] {
  const saves = sides.attempted.map((draft) => linesById(draft));
  const [base, mine, theirs] = [linesById(sides.base), linesById(sides.mine), linesById(sides.theirs)];
  // The starting point of a line that we added and removed again is the first save that contains it.
  const before = linesById(...sides.attempted.toReversed(), sides.base);
  const gone = new Set(sides.ordered.flatMap(({ lines }) => lines.map(({ id }) => id)));
  const merged: TypedLine[] = [];
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    if (gone.has(id)) continue;
    const [here, there] = [mine.get(id), theirs.get(id)];
    const ours = saves.map((save) => save.get(id));
    const line =
      here !== undefined && there !== undefined
        ? mergeLine(base.get(id), ours, here, there, notices)
        : keptLine(there === undefined ? base.get(id) : before.get(id), ours, here, there, notices);
    if (line !== undefined) merged.push(line);
  }
  return merged;
}

/** The lines of several drafts by their ids; if they contain the same line, the last one counts. */
function linesById(...drafts: OrderDraft[]): Map<string, TypedLine> {
  return new Map(drafts.flatMap(({ lines }) => lines.map((line) => [line.id, line] as const)));
}

type Saved = readonly (TypedLine | undefined)[];

function mergeLine(
  base: TypedLine | undefined,
  ours: Saved,
  mine: TypedLine,
  theirs: TypedLine,
  notices: DraftNotice[],
): TypedLine {
  const isMergedThere = base !== undefined && sameRows(mine, base);
  const line = isMergedThere ? withRowsOf(mine, theirs) : { ...mine };
  for (const field of LINE_FIELDS) {
    const { value, lost } = mergeText(base?.[field], valuesOf(ours, field), mine[field], theirs[field]);
    line[field] = value;
    if (!lost) continue;
    const { id: lineId, productId } = line;
    notices.push({ kind: "field-conflict", lineId, productId, field, mine: value, theirs: theirs[field] });
  }
  return line;
}

/** A line that only one side has: it was added there, or removed by the other. If the other side had changed it, it is kept. */
function keptLine(
  base: TypedLine | undefined,
  ours: Saved,
  mine: TypedLine | undefined,
  theirs: TypedLine | undefined,
  notices: DraftNotice[],
): TypedLine | undefined {
  const line = mine ?? theirs;
  // Removed by a save of ours that was never answered, and put back since.
  const isBack = mine !== undefined && ours.includes(undefined);
  if (line === undefined || base === undefined || isBack) return line;
  const changed = LINE_FIELDS.some((field) => {
    const values = valuesOf(ours, field);
    return mine === undefined
      ? line[field] !== base[field] && !values.includes(line[field])
      : line[field] !== base[field] || values.some((value) => value !== base[field]);
  });
  if (!changed) return undefined;
  notices.push({ kind: "kept", lineId: line.id, productId: line.productId });
  return line;
}

function valuesOf(lines: Saved, field: TypedField): string[] {
  return lines.flatMap((line) => (line === undefined ? [] : line[field]));
}

/** Which of our lines went into orders, and what we had typed into them that was not ordered. */
function noticesOfOrders(
  base: OrderDraft,
  mine: OrderDraft,
  ordered: readonly OrderedLines[],
): DraftNotice[] {
  const [before, now] = [linesById(base), linesById(mine)];
  return ordered.flatMap(({ lines, ...order }): DraftNotice[] => {
    const shown = lines.filter(({ id }) => now.has(id));
    if (shown.length === 0) return [];
    const typed = shown.flatMap((line) => lateChanges(before.get(line.id), now.get(line.id), line));
    return [{ kind: "ordered", order, lineIds: shown.map(({ id }) => id), typed }];
  });
}

function lateChanges(
  base: TypedLine | undefined,
  mine: TypedLine | undefined,
  ordered: TypedLine,
): LateChange[] {
  return LINE_FIELDS.flatMap((field): LateChange[] => {
    const text = mine?.[field];
    if (text === undefined || text === base?.[field] || text === ordered[field]) return [];
    return [{ productId: ordered.productId, field, text }];
  });
}
