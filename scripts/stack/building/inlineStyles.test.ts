import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inlineConstants, inlineStyles } from "./inlineStyles.ts";

it("a value of the page's root that nothing overrides is written where it is read, and its property is gone", () => {
  expect(
    inlineConstants(
      "@layer base{:root{--ink:light-dark(#000,#fff);--text:var(--ink);--gap:4px}}a{color:var(--text);margin:calc(var(--gap)*2) var( --gap )}",
    ),
  ).toBe("@layer base{}a{color:light-dark(#000,#fff);margin:calc(4px*2) 4px}");
});

it.each([
  ["overridden elsewhere", ":root{--sans:a}[data-fonts]{--sans:b}p{font:var(--sans)}"],
  ["set under a condition", "@media print{:root{--gap:1px}}p{margin:var(--gap)}"],
  ["set for a part of the page", ".chart{--gap:1px}p{margin:var(--gap)}"],
  ["made of one that has several", ":root{--a:var(--b)}p{--b:1px}q{--b:2px}b{margin:var(--a)}"],
  ["set by a script", "p{grid:var(--code-columns)}"],
  [
    "set by one rule and read by another",
    ".leading-4{--tw-leading:1rem}.text-sm{line-height:var(--tw-leading,1.25rem)}",
  ],
  [
    "registered, without a value and without a fallback",
    '@property --tw-x{syntax:"*";inherits:false}p{left:var(--tw-x)}',
  ],
])("a value that is %s stays as it is", (_, css) => {
  expect(inlineConstants(css)).toBe(css);
});

it("a registered property that nothing sets has its first value, or the fallback of the place", () => {
  const registered =
    '@property --tw-style{syntax:"*";inherits:false;initial-value:solid}@property --tw-ring{syntax:"*";inherits:false}';
  expect(
    inlineConstants(
      `${registered}.border{border-style:var(--tw-style)}.ring{filter:var(--tw-ring,) blur(1px);left:var(--tw-ring,var(--other,1px))}`,
    ),
  ).toBe(".border{border-style:solid}.ring{filter:blur(1px);left:var(--other,1px)}");
});

it("one of Tailwind's that nothing sets or registers has the fallback of the place", () => {
  expect(inlineConstants("p{left:var(--tw-ease,1px);top:var(--ease,2px)}")).toBe(
    "p{left:1px;top:var(--ease,2px)}",
  );
});

it("a property that is read only by rules that set it is written into them", () => {
  expect(
    inlineConstants(
      '@property --tw-x{syntax:"*";inherits:false;initial-value:0}.a{--tw-x:1px;margin:var(--tw-x) 0}.b{--tw-x:2px;margin:0 var(--tw-x)}',
    ),
  ).toBe(".a{margin:1px 0}.b{margin:0 2px}");
});

it("what nobody reads is left out, with the rules that did nothing else, and so is what is for browsers of the past", () => {
  expect(
    inlineConstants(
      "@layer properties;@layer properties{@supports (not (a:b)){*{--tw-x:initial}}}.only{--tw-weight:500}.medium{--tw-weight:500;font-weight:500}",
    ),
  ).toBe("@layer properties;.medium{font-weight:500}");
});

it("style sheets are changed wherever they lie, and no other file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "codedesk-styles-"));
  const css = ":root{--gap:1px}p{margin:var(--gap)}";
  try {
    mkdirSync(join(folder, "chunks"));
    writeFileSync(join(folder, "chunks", "a.css"), css);
    writeFileSync(join(folder, "chunks", "a.js"), css);
    await inlineStyles(folder);
    expect(readFileSync(join(folder, "chunks", "a.css"), "utf8")).toBe("p{margin:1px}");
    expect(readFileSync(join(folder, "chunks", "a.js"), "utf8")).toBe(css);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
