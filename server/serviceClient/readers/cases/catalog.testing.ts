import "server-only";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { Case } from "./small.testing.ts";

const BLANK: Product = {
  id: 1,
  name: "Product 1",
  currencyCode: null,
  countryCode: null,
  denominationType: null,
  denomination: "fixed",
  price: null,
  denominationMinValue: null,
  denominationMaxValue: null,
  denominationStep: null,
  denominationDefaultValue: null,
  languages: [],
  brands: [],
  categories: [],
  tags: [],
};

/** Null: listed as unreadable, with a reason. */
export const PRODUCTS: Case<Product | null>[] = [
  [
    "a fixed one",
    '{"id":12,"name":"Card 10","currencyCode":"EUR","countryCode":"DE","denominationType":"fixed","price":3299}',
    {
      ...BLANK,
      id: 12,
      name: "Card 10",
      currencyCode: "EUR",
      countryCode: "DE",
      denominationType: "fixed",
      price: 3299,
    },
  ],
  [
    "an open one",
    `{"id":12,"name":"Any","currencyCode":"KWD","denominationType":"open","denominationMinValue":1000,
      "denominationMaxValue":50000,"denominationStep":250,"denominationDefaultValue":5000}`,
    {
      ...BLANK,
      id: 12,
      name: "Any",
      currencyCode: "KWD",
      denominationType: "open",
      denomination: "open",
      denominationMinValue: 1000,
      denominationMaxValue: 50000,
      denominationStep: 250,
      denominationDefaultValue: 5000,
    },
  ],
  [
    "facets of every shape",
    '{"id":1,"brand":{"name":"B"},"categories":[{"title":"C"}],"tags":["t","u"],"language":"en"}',
    { ...BLANK, brands: ["B"], categories: ["C"], tags: ["t", "u"], languages: ["en"] },
  ],
  [
    "OPEN in capitals is open",
    '{"id":1,"denominationType":"OPEN"}',
    { ...BLANK, denominationType: "OPEN", denomination: "open" },
  ],
  ["any other word is fixed", '{"id":1,"denominationType":"range"}', { ...BLANK, denominationType: "range" }],
  ["only an id", '{"id":1}', BLANK],
  ["an id in a text", '{"id":"1"}', BLANK],
  ["a price with a fraction is no price", '{"id":1,"price":32.99}', BLANK],
  ["a price of 3299.0 is an integer", '{"id":1,"price":3299.0}', { ...BLANK, price: 3299 }],
  ["a price with two decimals may be in major units: no price", '{"id":1,"price":10.00}', BLANK],
  ["a price with decimals in a text is no price", '{"id":1,"price":{"amount":"10.00"}}', BLANK],
  [
    "an open one with a bound in decimals has no price, so that nobody orders by a hundredfold",
    '{"id":1,"currencyCode":"EUR","denominationType":"open","price":700,"denominationMinValue":"5.00","denominationMaxValue":"500.00"}',
    { ...BLANK, currencyCode: "EUR", denominationType: "open" },
  ],
  [
    "one decimal step among integers tells that all are major units",
    '{"id":1,"denominationType":"open","denominationMinValue":5,"denominationMaxValue":500,"denominationStep":0.5}',
    { ...BLANK, denominationType: "open" },
  ],
  [
    "an open one whose bounds are integers written with a zero",
    '{"id":1,"denominationType":"open","denominationMinValue":500.0,"denominationMaxValue":50000}',
    {
      ...BLANK,
      denominationType: "open",
      denomination: "open",
      denominationMinValue: 500,
      denominationMaxValue: 50_000,
    },
  ],
  ["a price beyond 2^53 is no price", '{"id":1,"price":9007199254740993}', BLANK],
  ["a negative price is no price", '{"id":1,"price":-1}', BLANK],
  [
    "wrong types everywhere",
    '{"id":1,"name":[],"currencyCode":5,"countryCode":{},"price":true,"tags":null}',
    BLANK,
  ],
  [
    "names and facets of which nothing can be seen",
    String.raw`{"id":1,"name":"\u200b\u2060\u3164","brand":"\u00ad","tags":["\u2800","\u0007",""],"countryCode":"\u200b"}`,
    BLANK,
  ],
  [
    "codes too long to be codes",
    `{"id":1,"countryCode":"${"D".repeat(21)}","currencyCode":"${"E".repeat(21)}"}`,
    BLANK,
  ],
  [
    "a currency that turns amounts around",
    String.raw`{"id":1,"currencyCode":"\u202eEUR","countryCode":"D\u200bE"}`,
    BLANK,
  ],
  [
    "characters that change directions",
    String.raw`{"id":1,"name":"a\u202eb\u2066c","brand":"\u202ad\u202c","tags":["\u2067e\u2069","\u200ff"]}`,
    { ...BLANK, name: "abc", brands: ["d"], tags: ["e", "\u200ff"] },
  ],
  ["no id", '{"name":"x"}', null],
  ["an id beyond 2^53", '{"id":9007199254740993,"name":"x"}', null],
  ["a fractional id", '{"id":1.5}', null],
  ["an inherited id", '{"__proto__":{"id":1}}', null],
  ["null", "null", null],
  ["a text", '"product"', null],
];

export type ListingSummary = { ids: number[]; unreadable: number; recordCount: number; total: number | null };
const two = (total: number | null): ListingSummary => ({ ids: [1, 2], unreadable: 0, recordCount: 2, total });
const LIST = '[{"id":1,"name":"a"},{"id":2,"name":"b"}]';

const FULL = (id: number) =>
  `{"id":${id},"name":"p","currencyCode":"EUR","denominationType":"fixed","price":100}`;

/** Read as the page with skip 0. Null: not a list of products. */
export const LISTINGS: Case<ListingSummary | null>[] = [
  ["a bare list", LIST, two(null)],
  ["under items, with a total", `{"items":${LIST},"total":345}`, two(345)],
  ["under an undocumented name", `{"catalogue":${LIST}}`, two(null)],
  ["two levels down", `{"data":{"products":${LIST},"totalCount":345}}`, two(345)],
  ["total in a meta object", `{"data":${LIST},"meta":{"total":345,"skip":0}}`, two(345)],
  ["beside lists of other things", `{"facets":[{"value":"DE"}],"products":${LIST},"errors":[]}`, two(null)],
  ["two lists of products: the usual name", `{"featured":${LIST},"products":${LIST}}`, two(null)],
  ["a total smaller than the page is no total", `{"items":${LIST},"total":1}`, two(null)],
  ["a count of this page is no total", `{"items":${LIST},"count":2}`, two(null)],
  ["an empty page", '{"items":[],"total":0}', { ids: [], unreadable: 0, recordCount: 0, total: 0 }],
  ["an empty bare list", "[]", { ids: [], unreadable: 0, recordCount: 0, total: null }],
  [
    "unreadable records are set aside, not dropped",
    '{"items":[{"id":1,"name":"a"},{"name":"no id"},null,"x"]}',
    { ids: [1], unreadable: 3, recordCount: 4, total: null },
  ],
  ["an empty list beside an error", '{"success":false,"data":[],"error":{"code":7,"message":"no"}}', null],
  ["an empty list of a call that failed", '{"status":"error","data":[],"message":"no"}', null],
  ["an empty list with a status code of an error", '{"statusCode":503,"data":[]}', null],
  [
    "an empty list beside no error",
    '{"success":true,"status":"ok","statusCode":200,"error":null,"errors":[],"hasErrors":false,"data":[]}',
    { ids: [], unreadable: 0, recordCount: 0, total: null },
  ],
  ["an error is no empty catalog", '{"message":"no","errors":[]}', null],
  ["an empty object is no empty catalog", "{}", null],
  ["two nameless lists of products", `{"a":${LIST},"b":${LIST}}`, null],
  ["three levels down", `{"a":{"b":{"products":${LIST}}}}`, two(null)],
  ["five levels down, under names nobody told us", `{"a":{"b":{"c":{"d":{"e":${LIST}}}}}}`, two(null)],
  ["six levels down", `{"a":{"b":{"c":{"d":{"e":{"f":${LIST}}}}}}}`, null],
  ["a map by id", '{"catalog":{"1":{"name":"a"},"2":{"name":"b"}}}', two(null)],
  ["a map by id that repeats the ids", '{"1":{"id":1,"name":"a"},"2":{"id":"2","name":"b"}}', two(null)],
  ["a map whose keys are other numbers", '{"1":{"id":7,"name":"a"},"2":{"id":8,"name":"b"}}', null],
  ["a list in a list of one", `[{"total":345,"offers":${LIST}}]`, two(345)],
  ["as GraphQL answers", `{"data":{"shop":{"products":{"nodes":${LIST},"totalCount":345}}}}`, two(345)],
  ["as HAL answers", `{"_embedded":{"offers":${LIST}},"page":{"totalElements":345}}`, two(345)],
  ["as SOAP was translated", `{"Envelope":{"Body":{"Response":{"Offers":{"Offer":${LIST}}}}}}`, two(null)],
  [
    "lists inside of products are not the list",
    `{"a":{"b":{"c":[{"id":1,"name":"a","bundle":${LIST}},{"id":2,"name":"b"}]}}}`,
    two(null),
  ],
  ["two lists of products, deep", `{"a":{"b":{"c":${LIST},"d":${LIST}}}}`, null],
  [
    "an empty list, deep",
    '{"a":{"b":{"items":[]}}}',
    { ids: [], unreadable: 0, recordCount: 0, total: null },
  ],
  ["an empty list inside of an error", '{"error":{"details":{"fields":{"items":[]}}}}', null],
  [
    "wrapped, as GraphQL answers with edges",
    `{"data":{"products":{"edges":[{"cursor":"a","node":${FULL(1)}},{"cursor":"b","node":${FULL(2)}}],"totalCount":345}}}`,
    two(345),
  ],
  [
    "wrapped, as Elasticsearch answers",
    `{"took":3,"hits":{"total":{"value":345,"relation":"gte"},"hits":[
      {"_index":"p","_id":"1","_score":1.0,"_source":${FULL(1)}},{"_index":"p","_id":"2","_score":0.5,"_source":${FULL(2)}}]}}`,
    two(null),
  ],
  [
    "as JSON:API answers",
    `{"data":[{"type":"products","id":"1","attributes":{"name":"a","currencyCode":"EUR","price":100}},
      {"type":"products","id":"2","attributes":{"name":"b","currencyCode":"EUR","price":100}}],"meta":{"total":345}}`,
    two(345),
  ],
  ["one, wrapped", `[{"product":${FULL(1)}}]`, { ids: [1], unreadable: 0, recordCount: 1, total: null }],
  [
    "wrapped, and one is missing",
    `{"edges":[{"node":${FULL(1)}},{"node":null},{"node":${FULL(2)}}]}`,
    { ids: [1, 2], unreadable: 1, recordCount: 3, total: null },
  ],
  [
    "no more hits",
    '{"hits":{"total":{"value":200},"hits":[]}}',
    { ids: [], unreadable: 0, recordCount: 0, total: null },
  ],
  ["no edges beside an error", '{"data":{"products":{"edges":[]}},"errors":[{"message":"no"}]}', null],
  ["wrapped brands are no products", '{"offers":[{"sku":"A","brand":{"id":7,"name":"B"}}]}', null],
  [
    "an object with a price inside of a product is no product",
    `{"items":[{"id":1,"plan":${FULL(7)}},{"id":2,"plan":${FULL(8)}}]}`,
    two(null),
  ],
  [
    "two products in each element",
    `{"rows":[{"from":${FULL(1)},"to":${FULL(2)}}]}`,
    {
      ids: [],
      unreadable: 1,
      recordCount: 1,
      total: null,
    },
  ],
  ["a price beside the wrapped product would be lost", `{"edges":[{"node":${FULL(1)},"price":5}]}`, null],
  [
    "wrapped products and a list of brands",
    `{"brands":${LIST},"offers":{"edges":[{"node":${FULL(3)}}]}}`,
    null,
  ],
  [
    "grouped by currency",
    `{"total":345,"products":{"EUR":[${FULL(1)}],"USD":[${FULL(2).replace("EUR", "USD")}],"GBP":[]}}`,
    two(345),
  ],
  [
    "grouped by brand, some levels down",
    '{"data":{"brands":{"Acme":[{"id":1,"name":"a","brand":"Acme"}],"Zoo":[{"id":2,"name":"b","brand":"Zoo"}]}}}',
    two(null),
  ],
  ["groups that products do not name", `{"EUR":[{"id":1,"name":"a"}],"USD":[{"id":2,"name":"b"}]}`, null],
  ["groups of which one names another", `{"EUR":[${FULL(1)}],"USD":[${FULL(2)}]}`, null],
  ["a product in two groups", `{"EUR":[${FULL(1)}],"USD":[${FULL(1).replace("EUR", "USD")}]}`, null],
  [
    "groups named by different members",
    '{"EUR":[{"id":1,"name":"a","currencyCode":"EUR"}],"DE":[{"id":2,"name":"b","countryCode":"DE"}]}',
    null,
  ],
  ["null", "null", null],
  ["a text", '"[]"', null],
  ["__proto__ is a member like any other", `{"__proto__":{"items":${LIST}}}`, two(null)],
];
