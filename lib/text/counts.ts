/** `2,400`: one locale for server and browser, so that both write the same. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** `1 line`, `2,400 lines`. */
export function counted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
