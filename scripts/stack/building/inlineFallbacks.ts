import type { Declaration, Root, Rule } from "postcss";
import { readersOf, withValues } from "./customProperties.ts";

/**
 * Replaces a property by its fallback if every rule that sets it comes later and also sets what the fallback is read into: for an
 * element with both, the later rule applies. This is the case for Tailwind's text sizes, which read a line height, and its line
 * heights.
 */
export function inlineFallbacks(root: Root): void {
  const places = placesOf(root);
  const registered = namesOfElements(root);
  for (const [name, readers] of readersOf(root)) {
    const setters = [...places].filter(([rule]) => sets(rule, name));
    const isOverridden = ({ parent, prop }: Declaration) => {
      const place = parent?.type === "rule" && isOneClass(parent) ? places.get(parent) : undefined;
      return (
        place !== undefined &&
        setters.every(([rule, { part, at }]) => part === place.part && at > place.at && sets(rule, prop))
      );
    };
    if (setters.length === 0 || !registered.has(name) || ![...readers].every(isOverridden)) continue;
    for (const each of readers) each.value = withValues(each.value, new Map([[name, null]]));
  }
}

/** The position of a rule: its part of the sheet (parts have their own order), and the number of rules before it. */
type Place = { part: number; at: number };

function placesOf(root: Root): Map<Rule, Place> {
  const places = new Map<Rule, Place>();
  root.nodes.forEach((node, part) => {
    if (node.type === "atrule") node.walkRules((rule) => void places.set(rule, { part, at: places.size }));
  });
  return places;
}

/** Properties that elements do not inherit, and that have no value unless a rule sets one. */
function namesOfElements(root: Root): Set<string> {
  const names = new Set<string>();
  root.walkAtRules("property", ({ params, nodes = [] }) => {
    const has = (prop: string, value?: string) =>
      nodes.some(
        (each) => each.type === "decl" && each.prop === prop && (value ?? each.value) === each.value,
      );
    if (has("inherits", "false") && !has("initial-value")) names.add(params);
  });
  return names;
}

function sets(rule: Rule, property: string): boolean {
  return rule.nodes.some((each) => each.type === "decl" && each.prop === property);
}

/** Whether the selector is a single class: no rule for a class has a lower specificity, so later ones override it. */
function isOneClass({ selector }: Rule): boolean {
  return /^\.[\w-]+$/.test(selector.replaceAll(/\\./g, "_"));
}
