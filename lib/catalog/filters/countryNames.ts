import { codesByName, type CodesByName } from "./codesByName.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** Short texts are codes, such as NGA for Nigeria, though Russia is Nga in Vietnamese. */
const MAY_BE_CODE = /^[a-z]{1,3}$/;

let known: CodesByName | null = null;

/**
 * The code of the country with this name, folded, in one of the languages that members can choose: `deutschland` is DE. Null for
 * other texts, and for an ambiguous one: `kongo` is the one country in Polish and the other in Norwegian.
 */
export function countryOfName(folded: string): string | null {
  if (MAY_BE_CODE.test(folded)) return null;
  known ??= codesByName("region", codes());
  return known.get(folded) ?? null;
}

function codes(): string[] {
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCurrent);
}

/** Codes of former countries stand for those that followed them. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}
