/** The columns that our download of refused rows has besides those of the table, the last two. */
export const DOWNLOAD_HEADS = { reason: "Reason", row: "Row" } as const;

/** The column of the reasons in such a download; null: the table is another one. Earlier versions wrote the two the other way round. */
export function reasonColumn(heads: readonly string[]): number | null {
  const { reason, row } = DOWNLOAD_HEADS;
  const last = heads.slice(-2);
  return last.includes(reason) && last.includes(row) ? heads.length - 2 + last.indexOf(reason) : null;
}
