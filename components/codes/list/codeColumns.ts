import { columnLabels } from "#lib/codes/codeText.ts";
import { useCallback } from "react";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import { codeFields, fieldRole } from "#lib/codes/fieldRoles.ts";

export type CodeColumn = { label: string; name: string };
/** The layout of a group's codes: columns, and the fields below them, which use the whole width. */
export type CodeLayout = { columns: readonly CodeColumn[]; below: readonly string[]; grid: string };

const MOST_COLUMNS = 5;
/** Fields whose texts are too long for a column. */
const LONG = new Set(["Instructions", "Terms", "Note"]);
/** Codes of a few digits, when they are shown beside a longer one. */
const SHORT = new Set(["PIN", "CVV"]);
/** Shares of the width, by the role of a field. */
const WIDTHS = { code: 3, short: 1.2, link: 3, serial: 2, expiry: 1.4, further: 1.5, unknown: 1.5 } as const;

/** In characters. A longer text wraps, so that space is left for the other columns. */
const WIDEST = 40;
const NARROWEST = 5;
/** The characters of headings and of other fields are smaller than those of a code. */
const SMALLER = 0.93;
/** The width of a character of a code, with some room for wider fonts. */
const LETTER_REM = 0.54;

/**
 * The columns of a group and their widths, as a CSS grid. Widths follow the texts of some of its codes, so that a code stays on
 * one line if possible; without codes, the roles of the fields.
 */
export function codeLayout(
  fields: readonly string[],
  codesInSight: readonly Readonly<Record<string, string>>[] = [],
): CodeLayout {
  const codes = new Set(codeFields(fields));
  const labels = columnLabels(fields);
  const isColumn = (name: string) =>
    codes.has(name) || (fieldRole(name) !== "link" && !LONG.has(fieldLabel(name)));
  const fitting = fields
    .map((name, at) => ({ name, label: labels[at] ?? name }))
    .filter(({ name }) => isColumn(name));
  const columns = fitting.slice(0, MOST_COLUMNS);
  const isShort = (name: string) => codes.size > 1 && SHORT.has(fieldLabel(name));
  const shareOf = (name: string) =>
    isShort(name) ? WIDTHS.short : codes.has(name) ? WIDTHS.code : WIDTHS[fieldRole(name)];
  const lettersOf = ({ name, label }: CodeColumn) => {
    const longest = Math.max(...codesInSight.map((code) => code[name]?.length ?? 0));
    const needed = Math.max(longest * (codes.has(name) ? 1 : SMALLER), label.length * SMALLER, NARROWEST);
    return Math.min(WIDEST, Math.ceil(needed));
  };
  const ofCodes = columns
    .filter(({ name }) => codes.has(name))
    .reduce((sum, each) => sum + lettersOf(each), 0);
  const widths = columns.map((column) => {
    if (codesInSight.length === 0) return `minmax(0, ${shareOf(column.name)}fr)`;
    const letters = lettersOf(column);
    // Codes get half of the width; a short PIN leaves what it does not need to the code beside it.
    const least = codes.has(column.name)
      ? `min(${(letters * LETTER_REM).toFixed(1)}rem, ${Math.round((50 * letters) / ofCodes)}%)`
      : "0";
    return `minmax(${least}, ${letters}fr)`;
  });
  return {
    columns,
    below: fields.filter((name) => !columns.some((column) => column.name === name)),
    grid: ["3rem", ...widths, "4.5rem"].join(" "),
  };
}

/** The grid of a row from `md` on: a property of the element, because the page's policy allows no style attributes. */
export const GRID_CLASS = "md:grid-cols-(--code-columns)";

/** The `ref` of a row that uses this grid and is measured for the window of rows. */
export function useGridRow(grid: string, measure: ((element: HTMLElement | null) => void) | undefined) {
  return useCallback(
    (element: HTMLElement | null) => {
      element?.style.setProperty("--code-columns", grid);
      measure?.(element);
    },
    [grid, measure],
  );
}
