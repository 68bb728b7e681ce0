/** Blanks, invisible marks, quotes and separators: what comes along when one copies from a mail or a sheet. */
const AROUND = /^[\s\p{Cf}"'‘’“”«»<>,;]+|[\s\p{Cf}"'‘’“”«»<>,;]+$/gu;

/** What a person meant by what was pasted; null when nothing is left. Marks within it are part of the reference. */
export function readReference(pasted: string): string | null {
  const reference = pasted.replace(AROUND, "");
  return reference === "" ? null : reference;
}
