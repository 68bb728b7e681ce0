import { BEHAVIOURS, type Behaviour } from "./behaviours.ts";
import type { CatalogProduct, Scenario } from "./types.ts";
import { BRANDS, CATEGORIES, MARKETS, STEPS, TAGS } from "./vocabulary.ts";

const FIRST_ID = 100_001;
const FIRST_SCENARIO_ID = 900_001;
const FIRST_ENDLESS_ID = 2_000_001;

/** Returns the same products on every start: `count` ordinary ones, and the scenarios. */
export function generateCatalog(count: number): CatalogProduct[] {
  return Array.from({ length: count }, (_, index) => ordinaryProduct(index));
}

/** The product at this index of the endless catalog. */
export function endlessProduct(index: number): CatalogProduct {
  return { ...ordinaryProduct(index), id: FIRST_ENDLESS_ID + index };
}

/** The product of the endless catalog with this id, or undefined. */
export function endlessProductOf(id: number): CatalogProduct | undefined {
  return id < FIRST_ENDLESS_ID ? undefined : endlessProduct(id - FIRST_ENDLESS_ID);
}

function ordinaryProduct(index: number): CatalogProduct {
  const brand = pick(BRANDS, index);
  const market = pick(MARKETS, Math.floor(index / BRANDS.length) + index * 7);
  const round = Math.floor(index / (BRANDS.length * MARKETS.length));
  const random = mix(index);
  const language = pick(market.languages, random);
  const base = {
    id: FIRST_ID + index,
    currencyCode: market.currency,
    countryCode: market.country,
    brand: brand.name,
    category: pick(CATEGORIES, brand.category),
    language,
    tags: TAGS.filter((_, tag) => ((random >> tag) & 3) === 0),
  };
  const unit = 10 ** market.exponent * market.scale;
  if (random % 3 === 0) {
    const step = pick(STEPS, random >> 4);
    return {
      ...base,
      name: `${brand.name} ${market.name} ${brand.product}, choose your amount${series(round)}`,
      denominationType: "open",
      denominationMinValue: step.min * unit,
      denominationMaxValue: step.max * unit,
      denominationStep: Math.max(1, Math.round(step.step * unit)),
      denominationDefaultValue: step.default * unit,
    };
  }
  const face = pick([5, 10, 15, 20, 25, 30, 50, 75, 100, 150, 200], random >> 3);
  const discount = pick([0, 0, 1, 2, 3], random >> 6);
  const price = Math.round((face * unit * (100 - discount)) / 100);
  return {
    ...base,
    name: `${brand.name} ${market.name} ${brand.product} ${face * market.scale} ${market.currency}${series(round)}`,
    denominationType: "fixed",
    price,
  };
}

/** Scenario products that are not simply 10.00 EUR for Germany. */
const OPEN_SCENARIO = {
  price: undefined,
  denominationType: "open",
  denominationMinValue: 1_000,
  denominationMaxValue: 50_000,
  denominationStep: 2_500,
  denominationDefaultValue: 3_500,
} as const;
const SHAPES: Partial<Record<Behaviour, Partial<CatalogProduct>>> = {
  "below-minimum": OPEN_SCENARIO,
  "above-maximum": OPEN_SCENARIO,
  "awkward-amount": OPEN_SCENARIO,
};

/** One product for each behaviour, in euros for Germany, with a fixed price of 10.00 and a name that says what it does. */
export function scenarioProducts(): Scenario[] {
  const behaviours = Object.keys(BEHAVIOURS).filter((name): name is Behaviour => name in BEHAVIOURS);
  return behaviours.map((behaviour, index) => ({
    behaviour,
    product: {
      id: FIRST_SCENARIO_ID + index,
      name: `Scenario: ${BEHAVIOURS[behaviour]}`,
      currencyCode: "EUR",
      countryCode: "DE",
      denominationType: "fixed",
      price: 1_000,
      brand: "Scenario",
      category: "Scenario",
      language: "en",
      tags: ["scenario"],
      ...SHAPES[behaviour],
    },
  }));
}

function series(round: number): string {
  return round === 0 ? "" : ` (series ${round + 1})`;
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[Math.abs(index) % list.length];
  if (found === undefined) throw new Error("an empty list to pick from");
  return found;
}

/** A fixed permutation of the index, so that neighbours differ. */
function mix(index: number): number {
  let value = Math.imul(index + 0x9e37, 0x85eb_ca6b) ^ (index << 7);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return (value ^ (value >>> 16)) >>> 1;
}
