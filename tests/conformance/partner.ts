import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

export type Answer = { status: number; headers: Headers; body: unknown; text: string };
export type Order = {
  externalOrderCode: string;
  currency: string;
  price: number;
  orderProducts: { productId: number; price?: number; quantity: number; CountryCode?: string }[];
};

/** A partner's own client: plain HTTP, without Codedesk's own client in between. */
export type Partner = {
  get(path: string): Promise<Answer>;
  /** POST /orders; a string is sent as it is. */
  post(body: unknown): Promise<Answer>;
  send(method: string, path: string, init?: RequestInit): Promise<Answer>;
};

export function partner(sandbox: Sandbox, key: string | null = sandbox.key): Partner {
  const send: Partner["send"] = async (method, path, init = {}) => {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set("x-api-key", key);
    const answer = await fetch(`${sandbox.url}${path}`, { ...init, method, headers, redirect: "manual" });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text), text };
  };
  return {
    send,
    get: (path) => send("GET", path),
    post: (body) =>
      send("POST", "/orders", {
        headers: { "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** The value of the JSON, or the text if it is not JSON: some answers are broken on purpose. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** A valid order with one line for a product with a fixed price in euros, like the scenario products. */
export function orderOf(productId: number, quantity = 1, price = 1_000): Order {
  return {
    externalOrderCode: `conformance-${randomUUID()}`,
    currency: "EUR",
    price: price * quantity,
    orderProducts: [{ productId, price, quantity, CountryCode: "DE" }],
  };
}

const productSchema = z.looseObject({
  id: z.int(),
  name: z.string().min(1),
  currencyCode: z.string().length(3),
  countryCode: z.string().length(2),
  denominationType: z.string(),
  brand: z.string(),
  category: z.string(),
  language: z.string(),
  tags: z.array(z.string()),
});
const denominationSchema = z.union([
  z.object({
    denominationType: z.literal("open"),
    price: z.undefined().optional(),
    denominationMinValue: z.int().positive(),
    denominationMaxValue: z.int().positive(),
    denominationStep: z.int().positive(),
    denominationDefaultValue: z.int().positive(),
  }),
  z.object({
    denominationType: z.literal("fixed"),
    price: z.int().positive(),
    denominationMinValue: z.undefined().optional(),
  }),
]);
/** A product in the shape of docs/service-interface.md §2.1. */
export const listedProductSchema = z.intersection(productSchema, denominationSchema);
export type ListedProduct = z.infer<typeof listedProductSchema>;
export const listingSchema = z.object({
  items: z.array(listedProductSchema),
  total: z.int(),
  skip: z.int(),
  take: z.int(),
});

/** The whole catalog, page by page. */
export async function wholeCatalog(client: Partner, filter = ""): Promise<ListedProduct[]> {
  const all: ListedProduct[] = [];
  for (;;) {
    const answer = await client.get(`/catalog/products?take=100&skip=${all.length}${filter}`);
    const { items } = listingSchema.parse(answer.body);
    all.push(...items);
    if (items.length < 100) return all;
  }
}

export const errorLabels: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  502: "Bad Gateway",
};

/** The complete error body of docs/service-interface.md §7, with nothing else in it. */
export function errorBody(statusCode: number, message: string) {
  return { statusCode, error: errorLabels[statusCode], message };
}
