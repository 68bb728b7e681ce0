/** Marks the link of a row, between which J and K move the focus (components/shell/help/listKeys.ts). */
export const ROW_LINK = { "data-row-link": "" } as const;
