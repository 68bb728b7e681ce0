import type { CopyDoubt, ImportTable } from "#lib/orders/import/table/importTable.ts";
import type { CheckSettings } from "./checkTable.ts";
import { IMPORT_FIELDS, type ImportField } from "./columns.ts";
import { remarksInComments } from "./rowDoubts.ts";
import { farRows } from "./farRows.ts";
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
  | { kind: "covered-rows"; rows: RowList }
  | { kind: "far-rows"; rows: RowList }
  /** `sample`: the first of the comments. */
  | { kind: "comments"; rows: RowList; sample: string }
  | { kind: "hidden-rows"; rows: RowList }
  | { kind: "hidden-column"; field: ImportField; column: number }
  | { kind: "narrow-column"; field: ImportField; column: number; rows: RowList }
  | { kind: "uneven-rows"; rows: RowList }
  | { kind: "short-rows"; rows: RowList }
  /** `sample`: the beginning of the cell. */
  | { kind: "quotes"; rows: RowList; sample: string }
);

/** The answer that a member has chosen the field's column among all. */
export const columnQuestion = (field: ImportField) => `column ${field}`;
export const isAboutColumn = (id: string) => id.startsWith("column ");
const HIDDEN_ROWS = "hidden rows";
const SAMPLE = 80;

/** An id says what exactly was asked, because an answer counts only for that: for these rows, read with these columns. */
const idOf = (kind: string, { first, count }: RowList, ...more: (number | string | undefined)[]) =>
  [kind, count, first.join(","), ...more.map((each) => each ?? "none")].join(" ");

/** The questions about a table that have not been answered yet. */
export function openQuestions(table: ImportTable, settings: CheckSettings): ImportQuestion[] {
  const { hasHeads, mapping, answered } = settings;
  const body = hasHeads ? table.rows.slice(1) : table.rows;
  const hidden = rowList(body.flatMap((row) => (row.hidden === true ? row.row : [])));
  const uneven = rowList(unevenRows(table, settings));
  const short = rowList(shortRows(table, settings));
  const other = noOrder(table, settings);
  const unlike = unlikeRows(table, settings);
  const conditional = rowList(body.flatMap((row) => (row.isConditional === true ? row.row : [])));
  const covered = rowList(table.rows.flatMap((row) => (row.isCovered === true ? row.row : [])));
  const far = rowList(farRows(body));
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
      id: `${columnQuestion(each.field)} of ${each.columns.join(",")}`,
      ...each,
    })),
    ...(uneven.count > 0
      ? [
          {
            kind: "uneven-rows" as const,
            id: idOf("uneven rows", uneven, mapping.amount, mapping.quantity),
            rows: uneven,
          },
        ]
      : []),
    ...(short.count > 0 ? [{ kind: "short-rows" as const, id: idOf("short rows", short), rows: short }] : []),
    ...(other === null
      ? []
      : [
          {
            kind: "no-order" as const,
            id: `no order ${other.reason}${other.reason === "codes" ? ` ${other.column}` : ""}`,
            ...other,
          },
        ]),
    ...(unlike === null
      ? []
      : [{ kind: "unlike-rows" as const, id: idOf("unlike rows", unlike.rows, unlike.sample), ...unlike }]),
    ...(conditional.count > 0
      ? [
          {
            kind: "conditional-rows" as const,
            id: idOf("conditional rows", conditional),
            rows: conditional,
          },
        ]
      : []),
    ...(covered.count > 0
      ? [{ kind: "covered-rows" as const, id: idOf("covered rows", covered), rows: covered }]
      : []),
    ...(far.count > 0 ? [{ kind: "far-rows" as const, id: idOf("far rows", far), rows: far }] : []),
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
    ...(hidden.count > 0
      ? [{ kind: "hidden-rows" as const, id: idOf(HIDDEN_ROWS, hidden), rows: hidden }]
      : []),
    ...IMPORT_FIELDS.flatMap((field) => {
      const column = mapping[field];
      if (column === undefined || !table.hiddenColumns.includes(column)) return [];
      return { kind: "hidden-column" as const, id: `hidden ${field} ${column}`, field, column };
    }),
    ...IMPORT_FIELDS.flatMap((field) => narrowColumn(field, table, body, mapping[field])),
  ];
  return all.filter(
    (each) =>
      !answered.includes(each.id) &&
      !(each.kind === "column" && answered.includes(columnQuestion(each.field))),
  );
}

/** The column of a field that shows #### or only a part of what some rows have in it. One that is hidden is asked about as such. */
function narrowColumn(
  field: ImportField,
  { hiddenColumns }: ImportTable,
  body: ImportTable["rows"],
  column: number | undefined,
): ImportQuestion[] {
  if (column === undefined || hiddenColumns.includes(column)) return [];
  const rows = rowList(
    body.flatMap(({ row, hidden, narrowIn = [] }) =>
      hidden !== true && narrowIn.includes(column) ? row : [],
    ),
  );
  if (rows.count === 0) return [];
  return [{ kind: "narrow-column", id: idOf(`narrow ${field} ${column}`, rows), field, column, rows }];
}

/** Whether a member has decided on hidden rows of the table. */
export function hasDecidedOnHidden({ answered }: CheckSettings): boolean {
  return answered.some((id) => id.startsWith(`${HIDDEN_ROWS} `));
}

/** The settings with an answered question. */
export function withAnswer(settings: CheckSettings, id: string): CheckSettings {
  return { ...settings, answered: [...settings.answered.filter((each) => each !== id), id] };
}

/**
 * The settings with another column for a field. What was in that column gets the field's column instead; if a member had chosen it, that does not count
 * any more.
 */
export function withColumn(settings: CheckSettings, field: ImportField, column: number): CheckSettings {
  const { mapping } = settings;
  const before = mapping[field];
  const other = IMPORT_FIELDS.find((each) => each !== field && mapping[each] === column);
  const next = { ...mapping, [field]: column };
  let { answered } = settings;
  if (other !== undefined) {
    delete next[other];
    if (before !== undefined) next[other] = before;
    answered = answered.filter((id) => id !== columnQuestion(other));
  }
  return withAnswer({ ...settings, answered, mapping: next }, columnQuestion(field));
}
