import type { Stock } from "#lib/contracts/codes/stock.ts";

/** How many codes of a product were handed to nobody, whoever has seen them. */
export function leftOf({ untouched, revealed, exported }: Stock["items"][number]): number {
  return untouched + revealed + exported;
}
