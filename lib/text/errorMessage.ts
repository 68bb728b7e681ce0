/** Returns what an error says. Anything can be thrown: what is no `Error` is written as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
