/** How a number format shows a number: with so many decimals, as it is stored, or so that it reads as another number. */
export type NumberLook = number | "stored" | "otherwise";

/** The formats of ECMA-376 §18.8.30 by their numbers; dates are told apart elsewhere (dateStyles.ts). */
const KNOWN = new Map<number, NumberLook>([
  ...[0, 49].map((id) => [id, "stored"] as const),
  ...[1, 3, 5, 6, 37, 38, 41, 42].map((id) => [id, 0] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, 2] as const),
  ...[9, 10, 11, 12, 13, 48].map((id) => [id, "otherwise"] as const),
]);

export function lookOfKnown(id: number): NumberLook {
  return KNOWN.get(id) ?? "stored";
}

/** How a format's code shows a number: percent, thousands left out, digits of its own and an empty format show another number than is stored. */
export function lookOfCode(code: string): NumberLook {
  // Conditions choose among the sections; without them, the first is that of positive numbers.
  const sections = split(code);
  const looks = (/\[[<>=]/.test(code) ? sections : sections.slice(0, 1)).map(lookOfSection);
  if (looks.includes("otherwise")) return "otherwise";
  const decimals = looks.filter((look) => typeof look === "number");
  return decimals.length === 0 ? "stored" : Math.min(...decimals);
}

const LITERAL = /"[^"]*"|\\./g;

function split(code: string): string[] {
  const bare = code.replace(LITERAL, (text) => text.replaceAll(";", " "));
  return bare.split(";");
}

function lookOfSection(section: string): NumberLook {
  if ((section.match(LITERAL) ?? []).some((text) => /\p{Nd}/u.test(text))) return "otherwise";
  const bare = section.replace(LITERAL, "").replace(/[_*].|\[[^\]]*\]/g, "");
  if (/general|@/i.test(bare)) return "stored";
  if (!/[0#?]/.test(bare) || /%|[eE][+-]|[0#?] *\/|[1-9]/.test(bare)) return "otherwise";
  if (/[0#?],+(?![0#?,])/.test(bare)) return "otherwise";
  return /\.([0#?]*)/.exec(bare)?.[1]?.length ?? 0;
}

/** Whether a number is shown as it is stored, or rounded to fewer decimals or otherwise changed. */
export function isShownAsStored(number: string, look: NumberLook): boolean {
  if (look === "stored") return true;
  return look !== "otherwise" && (number.split(".")[1] ?? "").length <= look;
}
