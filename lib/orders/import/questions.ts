import type { CopyDoubt, ImportTable } from "#lib/orders/import/table/importTable.ts";
import type { CheckSettings } from "./checkTable.ts";
import { IMPORT_FIELDS, type ImportField } from "./columns.ts";
import { remarksInComments } from "./rowDoubts.ts";
import { noOrder, type NoOrder } from "./noOrder.ts";
import { rowList, type RowList } from "./rowList.ts";
import { uncertainColumns } from "./uncertainColumns.ts";
import { unlikeRows, type UnlikeRows } from "./unlikeRows.ts";
import { shortRows, unevenRows } from "./unevenRows.ts";

/** What only a person can decide, before rows are checked and totals shown. `id` identifies it among the answered ones. */
export type ImportQuestion = { id: string } & (
  | { kind: "column"; field: ImportField; columns: readonly number[] }
  | { kind: "sheet"; sheets: readonly number[] }
  | { kind: "copied"; doubt: CopyDoubt }
  | ({ kind: "unlike-rows" } & UnlikeRows)
  | ({ kind: "no-order" } & NoOrder)
  | { kind: "conditional-rows"; rows: RowList }
  /** `sample`: the first of the comments. */
  | { kind: "comments"; rows: RowList; sample: string }
  | { kind: "hidden-rows"; rows: RowList }
  | { kind: "hidden-column"; field: ImportField; column: number }
  | { kind: "uneven-rows"; rows: RowList }
  | { kind: "short-rows"; rows: RowList }
  /** `sample`: the beginning of the cell. */
  | { kind: "quotes"; rows: RowList; sample: string }
);

export const columnQuestion = (field: ImportField) => `column ${field}`;
export const HIDDEN_ROWS = "hidden rows";
const UNEVEN_ROWS = "uneven rows";
const SAMPLE = 80;
const SHORT_ROWS = "short rows";

/** The questions about a table that have not been answered yet. */
export function openQuestions(table: ImportTable, settings: CheckSettings): ImportQuestion[] {
  const { hasHeads, mapping, answered } = settings;
  const body = hasHeads ? table.rows.slice(1) : table.rows;
  const hidden = body.flatMap((row) => (row.hidden === true ? row.row : []));
  const uneven = answered.includes(UNEVEN_ROWS) ? [] : unevenRows(table, settings);
  const short = shortRows(table, settings);
  const other = noOrder(table, settings);
  const unlike = unlikeRows(table, settings);
  const conditional = body.flatMap((row) => (row.isConditional === true ? row.row : []));
  const commented = table.rows.filter(
    ({ comments = [] }) => comments.length > 0 && remarksInComments(comments).length === 0,
  );
  const { likeSheets } = table;
  const all: ImportQuestion[] = [
    ...(likeSheets === undefined ? [] : [{ kind: "sheet" as const, id: "sheet", sheets: likeSheets }]),
    ...(table.copied ?? []).map((doubt) => ({
      kind: "copied" as const,
      id: `copied ${doubt.kind}`,
      doubt,
    })),
    ...(table.quotes === null ? [] : [{ kind: "quotes" as const, id: "quotes", ...table.quotes }]),
    ...uncertainColumns(table, hasHeads, mapping).map((each) => ({
      kind: "column" as const,
      id: columnQuestion(each.field),
      ...each,
    })),
    ...(uneven.length > 0 ? [{ kind: "uneven-rows" as const, id: UNEVEN_ROWS, rows: rowList(uneven) }] : []),
    ...(short.length > 0 ? [{ kind: "short-rows" as const, id: SHORT_ROWS, rows: rowList(short) }] : []),
    ...(other === null ? [] : [{ kind: "no-order" as const, id: `no order ${other.reason}`, ...other }]),
    ...(unlike === null ? [] : [{ kind: "unlike-rows" as const, id: "unlike rows", ...unlike }]),
    ...(conditional.length > 0
      ? [{ kind: "conditional-rows" as const, id: "conditional rows", rows: rowList(conditional) }]
      : []),
    ...(commented.length > 0
      ? [
          {
            kind: "comments" as const,
            id: "comments",
            rows: rowList(commented.map(({ row }) => row)),
            sample: (commented[0]?.comments ?? []).join(" · ").slice(0, SAMPLE),
          },
        ]
      : []),
    ...(hidden.length > 0 ? [{ kind: "hidden-rows" as const, id: HIDDEN_ROWS, rows: rowList(hidden) }] : []),
    ...IMPORT_FIELDS.flatMap((field) => {
      const column = mapping[field];
      if (column === undefined || !table.hiddenColumns.includes(column)) return [];
      return { kind: "hidden-column" as const, id: `hidden ${field} ${column}`, field, column };
    }),
  ];
  return all.filter(({ id }) => !answered.includes(id));
}

/** The settings with an answered question. */
export function withAnswer(settings: CheckSettings, id: string): CheckSettings {
  return { ...settings, answered: [...settings.answered.filter((each) => each !== id), id] };
}

/** The settings with another column for a field; what was in that column gets the field's column instead. */
export function withColumn(settings: CheckSettings, field: ImportField, column: number): CheckSettings {
  const { mapping } = settings;
  const before = mapping[field];
  const other = IMPORT_FIELDS.find((each) => each !== field && mapping[each] === column);
  const next = { ...mapping, [field]: column };
  if (other !== undefined) {
    delete next[other];
    if (before !== undefined) next[other] = before;
  }
  return withAnswer({ ...settings, mapping: next }, columnQuestion(field));
}
