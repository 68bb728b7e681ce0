/** A space, an invisible character, a quote or a separator that is copied along from an e-mail or a spreadsheet. */
const AROUND = /^[\s\p{Cf}\p{Pi}\p{Pf}"'„‚<>,;]$/u;

/** The reference within a pasted text; null when nothing is left. Only its ends are trimmed, in linear time. */
export function readReference(pasted: string): string | null {
  const characters = Array.from(pasted);
  const first = characters.findIndex((each) => !AROUND.test(each));
  if (first === -1) return null;
  const last = characters.findLastIndex((each) => !AROUND.test(each));
  return characters.slice(first, last + 1).join("");
}
