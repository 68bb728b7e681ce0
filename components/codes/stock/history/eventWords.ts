import type { StockEvent } from "#lib/contracts/codes/stockHistory.ts";
import { counted } from "#lib/text/counts.ts";

const WORDS: Record<StockEvent["event"], (codes: string) => string> = {
  came: (codes) => `${codes} delivered`,
  revealed: (codes) => `${codes} revealed`,
  exported: (codes) => `${codes} exported`,
  "handed-out": (codes) => `${codes} handed out`,
  "shown-again": (codes) => `${codes} shown again, already handed out`,
  "taken-back": () => "Hand-out undone",
  disputed: () => "Disputed by the customer",
  undisputed: () => "No longer disputed",
};

/** What happened to codes of a product. */
export function eventWords({ event, count, isOfSeveral }: StockEvent): string {
  const said = WORDS[event](counted(count, "code", "codes"));
  return isOfSeveral ? `${said}, of all products of the order` : said;
}
