/** Returns the message of an error. Anything can be thrown: a value that is not an `Error` is converted to text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
