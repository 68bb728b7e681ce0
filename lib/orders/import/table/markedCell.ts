import type { CellKind } from "./importTable.ts";

/**
 * A text of which only a person knows what counts: struck through, raised, lowered, or partly hidden. In brackets, so that it is not taken
 * for what somebody has meant.
 */
export function markedCell(text: string): { text: string; kind: CellKind } {
  return { text: `(${text})`, kind: "marked" };
}
