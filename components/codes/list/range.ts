/** Code numbers, inclusive. */
export type Range = { from: number; to: number };

/** The range typed as two numbers; null if it is not a range of these codes. */
export function readRange(from: string, to: string, total: number): Range | null {
  const [first, last] = [from, to].map((text) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN));
  if (first === undefined || last === undefined) return null;
  return first >= 1 && last >= first && last <= total ? { from: first, to: last } : null;
}

/** Selects one code, or everything from where the selection began up to it. */
export function selectTo(range: Range | null, number: number, extend: boolean): Range {
  if (range === null || !extend) return { from: number, to: number };
  return { from: Math.min(range.from, number), to: Math.max(range.from, number) };
}
