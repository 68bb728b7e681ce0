/** Where two lists begin to differ, and where the difference ends in each of them. */
export type Span = { start: number; oldEnd: number; newEnd: number };

/** Returns the shortest span that has to be replaced to turn one list into the other. */
export function differingSpan<T>(
  old: readonly T[],
  now: readonly T[],
  isSame: (one: T, other: T) => boolean,
): Span {
  const isSameAt = (one: T, index: number) => {
    const other = now[index];
    return other !== undefined && isSame(one, other);
  };
  const differing = old.findIndex((one, index) => !isSameAt(one, index));
  const start = differing === -1 ? old.length : differing;
  const longer = now.length - old.length;
  // The common beginning must not be counted again from the end.
  const lowest = start + Math.max(0, -longer);
  const oldEnd = old.findLastIndex((one, index) => index < lowest || !isSameAt(one, index + longer)) + 1;
  return { start, oldEnd, newEnd: oldEnd + longer };
}
