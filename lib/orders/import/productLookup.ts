import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { LOOKUP_LIMITS } from "#lib/contracts/catalog/productLookup.ts";
import { nameKey, type NameQuestion } from "./matchProduct.ts";

export type LookupQuestion = { ids: number[]; names: NameQuestion[] };
export type LookupAnswer = {
  products: readonly Product[];
  names: readonly { key: string; products: Product[]; total: number }[];
  /** What the rules leave of products; missing: nothing is limited. */
  allowances?: readonly Allowance[];
};
/** Asks the catalog, usually over the network. */
export type LookupSource = (question: LookupQuestion) => Promise<LookupAnswer>;

/** Each id, and each name with its country, once, in batches that the catalog accepts. */
export function questionBatches(asked: readonly ({ id: number } | NameQuestion)[]): LookupQuestion[] {
  const ids = new Set<number>();
  const names = new Map<string, NameQuestion>();
  for (const question of asked) {
    if ("id" in question) ids.add(question.id);
    else if (canBeAsked(question)) names.set(nameKey(question), question);
  }
  const idBatches = batchesOf([...ids], LOOKUP_LIMITS.ids);
  const nameBatches = batchesOf([...names.values()], LOOKUP_LIMITS.names);
  const count = Math.max(idBatches.length, nameBatches.length);
  return Array.from({ length: count }, (_, at) => ({
    ids: idBatches[at] ?? [],
    names: nameBatches[at] ?? [],
  }));
}

/** Others are refused by checkRow, because of their length or a lone surrogate. */
function canBeAsked({ name, country }: NameQuestion): boolean {
  return (
    name.length <= LOOKUP_LIMITS.name &&
    country.length <= LOOKUP_LIMITS.country &&
    name.isWellFormed() &&
    country.isWellFormed()
  );
}

function batchesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
