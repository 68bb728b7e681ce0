/** On a phone, where each number takes a line, those that are mostly zero are shown only if they are not. */
export function atDesk(count: number): string | undefined {
  return count === 0 ? "max-md:hidden" : undefined;
}
