import { setTimeout as sleep } from "node:timers/promises";
import { listOf, when, type Call, type Fault, type Given, type Json } from "./faultyCopy.ts";
import { isAccepted, isOrder, isPlaced, type FaultRow } from "./faultRow.ts";

const KEY = "x-api-key";
const keyFrom = (find: (call: Call) => string | null | undefined): Fault => ({
  request: (call) => {
    call.headers[KEY] ??= find(call) ?? "";
  },
});
/** Changes an order on its way in. */
const order = (change: (body: Json) => void): Fault => ({
  request: (call) => {
    if (isPlaced(call) && call.body !== null) change(call.body);
  },
});
/** Answers on a path of another version like /v2. */
const path = (from: RegExp): Fault => ({
  request: (call) => {
    call.path = call.path.replace(from, "/v2/");
  },
});
const message = (is: (given: Given, call: Call) => boolean, words: string): Fault =>
  when(is, (body) => {
    body.message = words;
  });
const estimate = (of: (lines: Json[]) => Date): Fault => ({
  answer: (given, call) => {
    if (isAccepted(given, call)) given.body.estimatedReadyAt = of(listOf(call.body?.orderProducts));
  },
});
const retryAfter = (seconds: string | null): Fault => ({
  answer: (given) => {
    if (seconds === null) delete given.headers["retry-after"];
    else if (given.status === 429) given.headers["retry-after"] = seconds;
  },
});
const quantityOf = (line: Json | undefined): number => Number(line?.quantity ?? 0);
/** Codes that were sent already. */
const known = new Set<string>();
let later = 0;

const KEYS: readonly FaultRow[] = [
  [
    "a key in another letter case counts",
    {
      request: ({ headers }) => {
        headers[KEY] = headers[KEY]?.replace(/_[0-9A-F]+$/, (tail) => tail.toLowerCase()) ?? "";
      },
    },
    ["key.letterCase"],
  ],
  [
    "a key in the query counts",
    keyFrom((call) => /[?&]x-api-key=([^&]+)/.exec(call.path)?.[1]),
    ["key.elsewhere"],
  ],
  [
    "a bearer token counts",
    keyFrom(({ headers }) => headers.authorization?.replace("Bearer ", "")),
    ["key.elsewhere"],
  ],
  [
    "a wrong key is called missing",
    message(({ status }) => status === 401, "Missing API key"),
    ["key.wrong", "key.otherEnvironment"],
  ],
  [
    "pages of other sites may read answers",
    {
      answer: ({ headers }) => {
        headers["access-control-allow-origin"] = "*";
      },
    },
    ["browser.none"],
  ],
  [
    "pages of other sites may ask first",
    {
      answer: ({ headers }, { method }) => {
        if (method === "OPTIONS") headers["access-control-allow-origin"] = "https://elsewhere.example";
      },
    },
    ["browser.none"],
  ],
  ["/v1 answers", path(/^\/v1\//), ["version.one"]],
  ["an address without a version answers", path(/^\/(?!v\d)/), ["version.inPath"]],
];

const setDefault = (name: string, is: unknown, value: string): Fault =>
  order((body) => {
    if (body[name] === is) body[name] = value;
  });

const RULES: readonly FaultRow[] = [
  [
    "a missing code is made up",
    setDefault("externalOrderCode", undefined, "made-up"),
    ["refuse.codeMissing"],
  ],
  ["a code may be null", setDefault("externalOrderCode", null, "made-up-too"), ["refuse.codeNull"]],
  ["a missing currency is guessed", setDefault("currency", undefined, "EUR"), ["refuse.currencyMissing"]],
  ["a currency may be null", setDefault("currency", null, "EUR"), ["refuse.currencyNull"]],
  [
    "a fixed line needs no price",
    order((body) => {
      const lines = listOf(body.orderProducts);
      for (const line of lines) line.price ??= Number(body.price) / quantityOf(line);
    }),
    ["place.fixedWithoutPrice"],
  ],
  [
    "rule 5 holds for the first line only",
    {
      answer: (given, call) => {
        const [first] = listOf(call.body?.orderProducts);
        const text = String(given.body.message);
        if (!text.includes("is priced in") || text.startsWith(`Product ${String(first?.productId)} `)) return;
        given.status = 202;
        given.body = { orderId: 1, status: "processing" };
      },
    },
    ["refuse.currencyOfEachLine"],
  ],
  [
    "the estimate ignores quantities",
    estimate(() => new Date(Date.now() + 2_025)),
    ["place.estimateOfQuantity", "place.estimateOfLines"],
  ],
  [
    "the estimate ignores lines but the first",
    estimate(([first]) => new Date(Date.now() + 2_000 + 25 * quantityOf(first))),
    ["place.estimateOfLines"],
  ],
  [
    "a repeated order is a second one",
    order((body) => {
      const code = String(body.externalOrderCode);
      if (known.has(code)) body.externalOrderCode = `${code}-${known.size}`;
      known.add(code);
    }),
    ["repeat.same", "repeat.other", "repeat.together"],
  ],
  [
    "a repeated order has a new estimate",
    {
      answer: (given, call) => {
        if (isAccepted(given, call)) given.body.estimatedReadyAt = new Date(Date.now() + (later += 5_000));
      },
    },
    ["repeat.same"],
  ],
  [
    "a throttled order is placed",
    {
      answer: async (given, call, forward) => {
        if (given.status !== 429 || call.body === null) return;
        const orderProducts = [{ productId: 900_003, price: 1_000, quantity: 1 }];
        await forward({ ...call, body: { ...call.body, price: 1_000, orderProducts } });
      },
    },
    ["limit.throttled"],
  ],
  ["Retry-After differs from its text", retryAfter("7"), ["limit.throttled"]],
  ["a 429 does not say how long", retryAfter(null), ["limit.throttled"]],
  [
    "an order is answered when its codes are near",
    {
      answer: async ({ status }, { body }) => {
        const isLarge = status === 202 && listOf(body?.orderProducts).some((line) => quantityOf(line) > 999);
        if (isLarge) await sleep(4_000);
      },
    },
    ["place.atOnce"],
  ],
];

const TEXTS: readonly FaultRow[] = [
  [
    "a repeat's 409 has another text",
    message(({ status }) => status === 409, "Duplicate"),
    ["repeat.conflict", "message.conflict"],
  ],
  [
    "a withdrawn product has a text of its own",
    message((_, call) => call.path.endsWith("/900054"), "Product 900054 was withdrawn"),
    ["product.withdrawn"],
  ],
  [
    "references are cut",
    {
      answer: (given, call) => {
        if (given.status === 404)
          given.body.message = `Order ${call.path.split("/").at(-1)?.slice(0, 4)} not found`;
      },
    },
    ["order.unknown"],
  ],
  [
    "a refused order is kept",
    {
      answer: (given, call) => {
        if (given.status !== 404 || !isOrder(call)) return;
        given.status = 200;
        given.body = { status: "processing", message: "Order is still processing" };
      },
    },
    ["refuse.noOrder", "order.unknown"],
  ],
  [
    "502 and 422 have other texts",
    message(({ status }) => status === 502 || status === 422, "No"),
    ["message.unavailable", "message.limit-exceeded", "message.down-always", "message.not-created-always"],
  ],
  [
    "skip is ignored",
    {
      request: (call) => {
        call.path = call.path.replace(/skip=\d+/, "skip=0");
      },
    },
    ["list.pages"],
  ],
  [
    "one product is answered for another",
    {
      request: (call) => {
        call.path = call.path.replace(/products\/\d+$/, "products/100010");
      },
    },
    ["product.read"],
  ],
];

export const CALL_FAULTS: readonly FaultRow[] = [...KEYS, ...RULES, ...TEXTS];
