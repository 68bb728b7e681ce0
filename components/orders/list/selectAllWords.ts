import { formatCount } from "#lib/text/counts.ts";

/** The label of the box that selects every order that is shown, or none. */
export function selectAllWords(selected: number, shown: number): string {
  if (selected === shown) return "Select none";
  return shown === 1 ? "Select this order" : `Select all ${formatCount(shown)} shown`;
}
