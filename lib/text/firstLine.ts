/**
 * The first line of a failure's description, which is for everybody. The following lines tell administrators more: the shape of
 * an answer, the variable to set.
 */
export function firstLine(description: string): string {
  return description.split("\n", 1)[0] ?? "";
}

/** The lines for administrators; none for most failures. */
export function furtherLines(description: string): string[] {
  return description.split("\n").slice(1);
}
