import type { AtRule, Root } from "postcss";

/** True in every browser that knows `light-dark()`, which the rest of the sheet needs. */
const ALWAYS_TRUE = "(color:color-mix(in lab, red, red))";
/** As precise as Tailwind writes numbers. */
const DIGITS = 4;

/** Removes from a style sheet what Tailwind writes for older browsers, or for rules that this sheet does not contain. */
export function simplifyStyles(root: Root): void {
  root.walkAtRules("supports", unwrap);
  const declared = new Set<string>();
  root.walkDecls(/^--/, ({ prop }) => void declared.add(prop));
  root.walkDecls("transition-property", (each) => {
    const names = each.value.split(",").map((name) => name.trim());
    each.value = names.filter((name) => !name.startsWith("--") || declared.has(name)).join(",");
  });
  root.walkDecls((each) => {
    each.value = calculated(withSingleSpaces(each.value));
    const before = each.prev();
    if (before?.type === "decl" && before.prop === each.prop && before.value === each.value) before.remove();
  });
}

/** Replaces a condition by its rules, and removes the declarations before it that they override. */
function unwrap(condition: AtRule): void {
  if (condition.params !== ALWAYS_TRUE || condition.nodes === undefined) return;
  const [before, rule] = [condition.prev(), condition.first];
  if (before?.type === "rule" && rule?.type === "rule" && before.selector === rule.selector) {
    for (const each of rule.nodes)
      if (each.type === "decl") before.walkDecls(each.prop, (old) => void old.remove());
    if (before.nodes.length === 0) before.remove();
  }
  condition.replaceWith(condition.nodes);
}

/** Removes spaces left behind by missing variants of a value, except in strings. */
function withSingleSpaces(value: string): string {
  return /["']/.test(value) ? value : value.trim().replaceAll(/ {2,}/g, " ");
}

const CALCULATION = /calc\((-?[\d.]+)([a-z%]*) ([*-]) (-?[\d.]+)\)/;

/** Replaces multiplications by a number, and differences of two numbers, by their results. */
function calculated(value: string): string {
  const [all, first, unit, operator, second] = CALCULATION.exec(value) ?? [];
  if (all === undefined) return value;
  const result = operator === "*" ? Number(first) * Number(second) : Number(first) - Number(second);
  const written = String(Number(result.toFixed(DIGITS))).replace(/^(-?)0\./, "$1.");
  return calculated(value.replace(all, result === 0 ? "0" : `${written}${unit}`));
}
