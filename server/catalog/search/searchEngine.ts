import { chosenIds, type FavouriteIds } from "#lib/catalog/favourites/favourites.ts";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { Facet } from "#lib/catalog/filters/facets.ts";
import type { CatalogView, Facets, PriceFacet } from "#lib/contracts/catalog/catalog.ts";
import { applyFilters, priceCurrency, restrictTo, type ServiceMatches } from "./applyFilters.ts";
import { createBuffers, type Buffers } from "./buffers.ts";
import { countFacet, countFavourites, countPrices } from "./facetCounts.ts";
import { createNameMatcher, type NameInCountry, type NameMatches } from "./matchNames.ts";
import { scoreText } from "./scoreText.ts";
import type { SearchIndex } from "./searchIndex.ts";
import { recentFirst, sortMatches } from "./sortResults.ts";
import { wordsContaining } from "./wordIndex.ts";

export type CatalogQuestion = {
  view: CatalogView;
  /** The part of the result to return: `take` products after the first `skip`. */
  skip: number;
  take: number;
  serviceMatches?: ServiceMatches;
  favourites?: FavouriteIds;
  /** Product ids, the last ordered first: an unsorted catalog without a search begins with these. */
  recentlyOrdered?: readonly number[];
};

export type CatalogAnswer = {
  /** Product ids in the requested order. */
  ids: number[];
  total: number;
  facets: Facets;
  price: PriceFacet;
  /** How many favourites match everything else in the question. */
  favourites: Record<FavouriteList, number>;
};

/** A searchable catalog. Answers are copies that later searches do not change. */
export type SearchEngine = {
  readonly size: number;
  /** Searches, filters, sorts and counts. An invalid price range is ignored: validate it before (checkRange). */
  search: (question: CatalogQuestion) => CatalogAnswer;
  /** The one currency in which prices of this view can be compared; null if there are several, or none. */
  priceCurrency: (view: CatalogView) => string | null;
  /** Finds products by whole names, for a series of names (createNameMatcher). */
  matchNames: () => (given: NameInCountry, limit: number) => NameMatches;
  /** The words of the catalog that a folded text is inside of, if there are at most so many; null: there are more. */
  wordsContaining: (text: string, most: number) => string[] | null;
  /** Whether some product has a value of this facet. */
  hasValues: (facet: Facet) => boolean;
};

const NO_FAVOURITES: FavouriteIds = { mine: [], team: [] };

export function createSearchEngine(index: SearchIndex): SearchEngine {
  const buffers = createBuffers(index.size);
  return {
    size: index.size,
    search: (question) => searchCatalog(index, buffers, question),
    priceCurrency: (view) => priceCurrency(index, view),
    matchNames: () => createNameMatcher(index),
    wordsContaining: (text, most) => wordsContaining(index.words, text, most),
    hasValues: (facet) => index.facets[facet].names.length > 0,
  };
}

function searchCatalog(index: SearchIndex, buffers: Buffers, question: CatalogQuestion): CatalogAnswer {
  const {
    view,
    skip,
    take,
    serviceMatches = {},
    favourites = NO_FAVOURITES,
    recentlyOrdered = [],
  } = question;
  const score = view.q === undefined ? null : scoreText(index, buffers, view.q);
  const everyFavourite = applyFilters(index, buffers, view, score, serviceMatches);
  const counts = countFavourites(index, everyFavourite, favourites);
  const filtered =
    view.favourites === undefined
      ? everyFavourite
      : restrictTo(index, buffers, everyFavourite, chosenIds(favourites, view.favourites));
  const sorted = sortMatches(index, buffers, view, score, filtered);
  const ordinals = isEmptySearch(view)
    ? recentFirst(index, filtered, recentlyOrdered, { skip, take })
    : sorted.subarray(skip, skip + take);
  const count = (facet: Facet) => countFacet(index, view, filtered, facet);
  return {
    ids: Array.from(ordinals, (ordinal) => index.ids[ordinal] ?? 0),
    total: filtered.matches.length,
    facets: {
      country: count("country"),
      language: count("language"),
      brand: count("brand"),
      category: count("category"),
      tag: count("tag"),
      currency: count("currency"),
      denomination: count("denomination"),
    },
    price: countPrices(index, view, filtered),
    favourites: counts,
  };
}

/** Whether the view has neither a search nor a sort order. */
function isEmptySearch(view: CatalogView): boolean {
  return !view.q && (view.sort === undefined || view.sort === "relevance");
}
