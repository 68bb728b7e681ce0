import { parse } from "postcss";
import { expect, it } from "vitest";
import { simplifyStyles } from "./simplifyStyles.ts";

function simplified(css: string): string {
  const root = parse(css);
  simplifyStyles(root);
  return root.toString();
}

it("removes a condition that every supported browser meets, with what its rule sets again", () => {
  expect(
    simplified(
      "a{color:red;margin:0}@supports (color:color-mix(in lab, red, red)){a{color:color-mix(in srgb, red 30%, transparent)}b{top:0}}i{}",
    ),
  ).toBe("a{margin:0}a{color:color-mix(in srgb, red 30%, transparent)}b{top:0}i{}");
  expect(
    simplified(
      "a{color:red}@supports (color:color-mix(in lab, red, red)){a{color:color-mix(in srgb, red 30%, transparent)}}",
    ),
  ).toBe("a{color:color-mix(in srgb, red 30%, transparent)}");
});

it.each([
  ["a condition that some do not meet", "a{color:red}@supports (display:grid-lanes){a{color:blue}}"],
  [
    "what another rule sets before a condition",
    "a,b{color:red}i{}",
    "a,b{color:red}@supports (color:color-mix(in lab, red, red)){i{}}",
  ],
  [
    "what the rule of something else sets",
    "a{color:red}b{color:blue}",
    "a{color:red}@supports (color:color-mix(in lab, red, red)){b{color:blue}}",
  ],
  ["a transition of a property that a rule sets", ".a{--x:1px;transition-property:color,--x}"],
  ["a difference of lengths", "a{top:calc(100vh - 2rem)}"],
  ["a text", 'a{content:"two  spaces  "}'],
  ["a value set twice in two ways", "a{height:100vh;height:100dvh}"],
])("%s stays", (_, expected, css = expected) => {
  expect(simplified(css)).toBe(expected);
});

it("a transition names no property that nothing sets", () => {
  expect(simplified(".a{transition-property:color,--tw-from,fill,--tw-to}")).toBe(
    ".a{transition-property:color,fill}",
  );
});

it("what is written twice in a row is written once", () => {
  expect(simplified("a{color:inherit;top:0;top:0;top:0}")).toBe("a{color:inherit;top:0}");
});

it.each([
  ["calc(100% * -1) 1", "-100% 1"],
  ["calc(.25rem * 3.5)", ".875rem"],
  ["calc(-.25rem * 2)", "-.5rem"],
  ["calc(1px * calc(1 - 0))", "1px"],
  ["calc(1px * 0) auto", "0 auto"],
  ["calc(1rem * 0.33333333)", ".3333rem"],
  ["auto   0", "auto 0"],
])("%s is %s", (value, expected) => {
  expect(simplified(`a{margin:${value}}`)).toBe(`a{margin:${expected}}`);
});
