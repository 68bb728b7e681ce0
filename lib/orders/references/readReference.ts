/** Spaces, invisible characters, quotes and separators that are copied along from an e-mail or a spreadsheet. */
const AROUND = /^[\s\p{Cf}\p{Pi}\p{Pf}"'„‚<>,;]+|[\s\p{Cf}\p{Pi}\p{Pf}"'„‚<>,;]+$/gu;

/** The reference within a pasted text; null when nothing is left. Only its ends are trimmed. */
export function readReference(pasted: string): string | null {
  const reference = pasted.replace(AROUND, "");
  return reference === "" ? null : reference;
}
