import { parse } from "postcss";
import { expect, it } from "vitest";
import { inlineFallbacks } from "./inlineFallbacks.ts";

const OWN = '@property --tw-leading{syntax:"*";inherits:false}';
const TEXT = ".text-1\\.5{font-size:1px;line-height:var(--tw-leading,2px)}";
const LEADING = ".leading-3{--tw-leading:3px;line-height:3px}";

function left(css: string): string {
  const root = parse(css);
  inlineFallbacks(root);
  return root.toString();
}

it("what later rules set and set themselves again is not read before", () => {
  const plain = ".text-1\\.5{font-size:1px;line-height:2px}";
  expect(left(`${OWN}@layer u{${TEXT}${LEADING}}`)).toBe(`${OWN}@layer u{${plain}${LEADING}}`);
  const wide = `@media (min-width:1px){.md\\:leading-3:hover{--tw-leading:3px;line-height:3px}}`;
  expect(left(`${OWN}@layer u{${TEXT}${LEADING}${wide}}`)).toBe(`${OWN}@layer u{${plain}${LEADING}${wide}}`);
});

it.each([
  ["a rule before sets it", `${OWN}@layer u{${LEADING}${TEXT}}`],
  ["another part of the sheet sets it", `${OWN}@layer u{${TEXT}}@layer v{${LEADING}}`],
  ["one that sets it sets nothing else", `${OWN}@layer u{${TEXT}.leading-3{--tw-leading:3px}}`],
  ["a rule that reads it outranks others", `${OWN}@layer u{.a${TEXT}${LEADING}}`],
  ["a rule after reads it too", `${OWN}@layer u{${TEXT}${LEADING}@media print{${TEXT}}}`],
  ["elements have it from those around them", `${OWN.replace("false", "true")}@layer u{${TEXT}${LEADING}}`],
  [
    "it has a value where nothing sets it",
    `${OWN.replace("}", ";initial-value:1px}")}@layer u{${TEXT}${LEADING}}`,
  ],
  ["it is not registered", `@layer u{${TEXT}${LEADING}}`],
  ["nothing sets it", `${OWN}@layer u{${TEXT}}`],
])("it is read where %s", (_, css) => {
  expect(left(css)).toBe(css);
});
