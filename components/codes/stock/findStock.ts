import { fold, wordsOf } from "#lib/catalog/filters/fold.ts";
import type { Stock } from "#lib/contracts/codes/stock.ts";

type StockItem = Stock["items"][number];

/** The products whose name contains every word of a text, in any order and case, or whose ID begins with it. Without words, all of them. */
export function findStock(items: readonly StockItem[], text: string): readonly StockItem[] {
  const words = wordsOf(text);
  return words.length === 0 ? items : items.filter((item) => words.every((word) => isSaidOf(item, word)));
}

function isSaidOf({ productId, productName }: StockItem, word: string): boolean {
  return fold(productName ?? "").includes(word) || String(productId).startsWith(word);
}
