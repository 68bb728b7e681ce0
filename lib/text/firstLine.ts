/**
 * The sentence of a failure's description, for everybody. The lines after it tell administrators more: the shape of an answer, the
 * variable to set.
 */
export function firstLine(description: string): string {
  return description.split("\n", 1)[0] ?? "";
}

/** What administrators are told beyond the sentence; empty for most failures. */
export function furtherLines(description: string): string[] {
  return description.split("\n").slice(1);
}
