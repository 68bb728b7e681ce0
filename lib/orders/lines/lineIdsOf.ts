/** The ids of the draft's lines from which an order's lines were made; none without a draft. */
export function lineIdsOf(lines: readonly { lineId?: string | undefined }[]): string[] {
  return lines.flatMap(({ lineId }) => lineId ?? []);
}
