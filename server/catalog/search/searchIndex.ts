import type { Product } from "#lib/contracts/catalog/product.ts";
import { FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { countryLabel, facetLabel } from "#lib/catalog/filters/labels.ts";
import { priceExtent, overlaps, priceEdges, priceSteps } from "#lib/catalog/filters/priceRange.ts";
import { WordIndexBuilder, type WordIndex } from "./wordIndex.ts";

/** One facet of all products: the values of product `n` are `values[starts[n]] … values[starts[n + 1] - 1]`. */
export type FacetColumn = {
  names: string[];
  /** Display name of each value. */
  labels: string[];
  starts: Uint32Array;
  values: Uint32Array;
  /** How many products have each value. */
  totals: Uint32Array;
  /** Every product has one value: that of product `n` is `values[n]`. */
  isSingle: boolean;
};

/**
 * The lowest and the highest amount that each product can be bought for, in minor units of its own currency; NaN if its price is
 * unknown. `edges`: the round amounts between the price steps of a currency; `steps`: the steps that a product overlaps, as bits.
 */
export type PriceColumn = {
  lowest: Float64Array;
  highest: Float64Array;
  edges: Map<string, number[]>;
  steps: Uint8Array;
};

/**
 * A catalog indexed for searching, without the products themselves: the rows that are shown are read by id, so that a hundred
 * thousand products take only tens of megabytes. A product is identified by its ordinal, 0 … size - 1, in the order of names.
 */
export type SearchIndex = {
  size: number;
  ids: Float64Array;
  ordinalOf: Map<number, number>;
  words: WordIndex;
  /** How many different words each product's name has. */
  nameWords: Uint8Array;
  facets: Record<Facet, FacetColumn>;
  prices: PriceColumn;
  /**
   * Amounts of two currencies are not compared: products in the most common currency first, then in the next, each cheapest or
   * dearest first. Those without a currency or a price follow in the order of names.
   */
  cheapestFirst: Uint32Array;
  dearestFirst: Uint32Array;
};

/** Limits on the text of one product, so that a hostile catalog cannot exhaust the memory. */
const NAME_LIMIT = 400;
const OTHER_LIMIT = 600;
/** How many folded texts are cached. */
const FOLDED_LIMIT = 200_000;
/** Longer values could not be used as filters: the query has the same limit. */
const FACET_VALUE_LIMIT = 200;
/** How many values of a facet are counted: for one product, different ones in a catalog, and in total. */
export const FACET_LIMITS = { ofProduct: 100, names: 50_000, values: 4_000_000 };

const VALUES_OF: Record<Facet, (product: Product) => string[]> = {
  country: (product) => (product.countryCode === null ? [] : [product.countryCode]),
  language: (product) => product.languages,
  brand: (product) => product.brands,
  category: (product) => product.categories,
  tag: (product) => product.tags,
  currency: (product) => (product.currencyCode === null ? [] : [product.currencyCode]),
  denomination: (product) => [product.denomination],
};

type ColumnBuilder = { names: string[]; codes: Map<string, number>; starts: number[]; values: number[] };

function addValues(column: ColumnBuilder, names: readonly string[]): void {
  column.starts.push(column.values.length);
  for (const name of new Set(names.slice(0, FACET_LIMITS.ofProduct))) {
    if (name === "" || name.length > FACET_VALUE_LIMIT) continue;
    if (column.values.length >= FACET_LIMITS.values) return;
    let code = column.codes.get(name);
    if (code === undefined) {
      if (column.names.length >= FACET_LIMITS.names) continue;
      code = column.names.length;
      column.codes.set(name, code);
      column.names.push(name);
    }
    column.values.push(code);
  }
}

/** @param order for each ordinal, the position at which its product was added. */
function finishColumn(column: ColumnBuilder, facet: Facet, order: Uint32Array): FacetColumn {
  const starts = new Uint32Array(order.length + 1);
  const values = new Uint32Array(column.values.length);
  const totals = new Uint32Array(column.names.length);
  let at = 0;
  order.forEach((added, ordinal) => {
    starts[ordinal] = at;
    const end = column.starts[added + 1] ?? column.values.length;
    for (let from = column.starts[added] ?? end; from < end; from += 1) {
      const code = column.values[from] ?? 0;
      totals[code] = (totals[code] ?? 0) + 1;
      values[at] = code;
      at += 1;
    }
  });
  starts[order.length] = at;
  return {
    names: column.names,
    labels: column.names.map((name) => facetLabel(facet, name)),
    starts,
    values,
    totals,
    isSingle: at === order.length && starts.every((start, ordinal) => start === ordinal),
  };
}

/** The code of a product's value in a facet with at most one value, such as its currency; null if it has none. */
export function codeOf(
  { starts, values }: Pick<FacetColumn, "starts" | "values">,
  ordinal: number,
): number | null {
  const at = starts[ordinal] ?? 0;
  return at === starts[ordinal + 1] ? null : (values[at] ?? null);
}

/** The price that a product is sorted by (the minimum of an open one), in minor units. */
function sortPrice(product: Product): number {
  const price = product.denomination === "open" ? product.denominationMinValue : product.price;
  return price ?? Number.POSITIVE_INFINITY;
}

/** For each product, in the order they were added, its ordinal. */
function inverse(order: Uint32Array): Uint32Array {
  const ordinals = new Uint32Array(order.length);
  order.forEach((added, ordinal) => (ordinals[added] = ordinal));
  return ordinals;
}

/** Equal prices are in the order of names, or dearest first in its reverse. */
function sortedByPrice(prices: Float64Array, currencies: FacetColumn, direction: 1 | -1): Uint32Array {
  const ranks = currencyRanks(prices, currencies);
  return Uint32Array.from(prices.keys()).toSorted((a, b) => {
    const [rankOfA = 0, rankOfB = 0, left = 0, right = 0] = [ranks[a], ranks[b], prices[a], prices[b]];
    if (rankOfA !== rankOfB) return rankOfA - rankOfB;
    return rankOfA === currencies.names.length ? 0 : direction * (left - right || a - b);
  });
}

/** For each product, the rank of its currency by the number of products in it; the last one for those without currency or price. */
function currencyRanks(prices: Float64Array, currencies: FacetColumn): Uint32Array {
  const last = currencies.names.length;
  const codes = [...currencies.names.keys()];
  const ranked = codes.toSorted((a, b) => (currencies.totals[b] ?? 0) - (currencies.totals[a] ?? 0));
  const rankOf = new Map(ranked.map((code, rank) => [code, rank]));
  return Uint32Array.from(prices, (price, ordinal) => {
    const code = codeOf(currencies, ordinal);
    return code === null || !Number.isFinite(price) ? last : (rankOf.get(code) ?? last);
  });
}

/** Builds an index from products that are added one by one, so that the caller can pause in between. */
export class IndexBuilder {
  #ids: number[] = [];
  #names: string[] = [];
  #words = new WordIndexBuilder();
  #nameWords: number[] = [];
  #prices: number[] = [];
  #lowest: number[] = [];
  #highest: number[] = [];
  #folded = new Map<string, string>();
  #columns = new Map<Facet, ColumnBuilder>(
    FACETS.map((facet) => [facet, { names: [], codes: new Map(), starts: [], values: [] }]),
  );

  get size(): number {
    return this.#ids.length;
  }

  add(product: Product): void {
    const name = fold(product.name.slice(0, NAME_LIMIT));
    this.#words.add(this.size, name, this.#otherWords(product));
    this.#ids.push(product.id);
    this.#names.push(name);
    this.#nameWords.push(Math.min(new Set(name.split(" ")).size, 255));
    this.#prices.push(sortPrice(product));
    const extent = priceExtent(product);
    this.#lowest.push(extent?.lowest ?? Number.NaN);
    this.#highest.push(extent?.highest ?? Number.NaN);
    for (const facet of FACETS) {
      const column = this.#columns.get(facet);
      if (column) addValues(column, VALUES_OF[facet](product));
    }
  }

  finish(): SearchIndex {
    const order = this.#byName();
    const ids = Float64Array.from(order, (added) => this.#ids[added] ?? 0);
    const prices = Float64Array.from(order, (added) => this.#prices[added] ?? Number.POSITIVE_INFINITY);
    const column = (facet: Facet) =>
      finishColumn(
        this.#columns.get(facet) ?? { names: [], codes: new Map(), starts: [], values: [] },
        facet,
        order,
      );
    const currency = column("currency");
    return {
      size: ids.length,
      ids,
      ordinalOf: new Map(Array.from(ids, (id, ordinal) => [id, ordinal])),
      words: this.#words.finish(inverse(order)),
      nameWords: Uint8Array.from(order, (added) => this.#nameWords[added] ?? 0),
      facets: {
        country: column("country"),
        language: column("language"),
        brand: column("brand"),
        category: column("category"),
        tag: column("tag"),
        currency,
        denomination: column("denomination"),
      },
      prices: this.#priceColumn(currency, order),
      cheapestFirst: sortedByPrice(prices, currency, 1),
      dearestFirst: sortedByPrice(prices, currency, -1),
    };
  }

  /** The products in the order of their names, each as the position at which it was added. */
  #byName(): Uint32Array {
    const [ids, names] = [this.#ids, this.#names];
    return Uint32Array.from(ids.keys()).toSorted((a, b) => {
      const [left = "", right = ""] = [names[a], names[b]];
      return left < right ? -1 : left > right ? 1 : (ids[a] ?? 0) - (ids[b] ?? 0);
    });
  }

  #priceColumn(currencies: FacetColumn, order: Uint32Array): PriceColumn {
    const lowest = Float64Array.from(order, (added) => this.#lowest[added] ?? Number.NaN);
    const highest = Float64Array.from(order, (added) => this.#highest[added] ?? Number.NaN);
    const pricesOf: number[][] = currencies.names.map(() => []);
    lowest.forEach((price, ordinal) => {
      const code = codeOf(currencies, ordinal);
      if (code !== null && !Number.isNaN(price)) pricesOf[code]?.push(price);
    });
    const edgesOf = currencies.names.map((_, code) => priceEdges(pricesOf[code] ?? []));
    const stepsOf = edgesOf.map(priceSteps);
    const steps = Uint8Array.from(lowest, (low, ordinal) => {
      const code = codeOf(currencies, ordinal);
      const ofCurrency = code === null ? [] : (stepsOf[code] ?? []);
      return ofCurrency.reduce(
        (bits, step, at) => (overlaps(step, low, highest[ordinal] ?? Number.NaN) ? bits | (1 << at) : bits),
        0,
      );
    });
    return {
      lowest,
      highest,
      steps,
      edges: new Map(currencies.names.map((name, code) => [name, edgesOf[code] ?? []])),
    };
  }

  #otherWords(product: Product): string {
    const country = product.countryCode;
    const texts = [
      ...product.brands,
      ...product.categories,
      ...product.tags,
      ...(country === null ? [] : [country, countryLabel(country)]),
      product.currencyCode ?? "",
    ];
    return texts
      .map((text) => this.#foldCached(text))
      .join(" ")
      .slice(0, OTHER_LIMIT);
  }

  /** Cached, because brands, categories and tags repeat thousands of times. */
  #foldCached(text: string): string {
    const known = this.#folded.get(text);
    if (known !== undefined) return known;
    const folded = fold(text.slice(0, FACET_VALUE_LIMIT));
    if (this.#folded.size < FOLDED_LIMIT) this.#folded.set(text, folded);
    return folded;
  }
}
