import type { CatalogProduct } from "./catalog/types.ts";
import { CHOICES } from "./choices.ts";
import { codesOf, type DeliveredCode } from "./orders/codes.ts";
import type { Standing } from "./orders/fulfil.ts";
import { MESSAGES } from "./messages.ts";
import type { StoredOrder } from "./orders/order.ts";

/**
 * The shapes the specification leaves open, as one set. The default set is `choices.ts`; the others answer the
 * same facts in other plausible shapes, so that a client can be tried against each.
 */
export const DIALECTS = ["plain", "array", "nested", "epoch", "strings", "bare", "grouped"] as const;
export type Dialect = (typeof DIALECTS)[number];

export function listBody(
  dialect: Dialect,
  items: CatalogProduct[],
  total: number,
  skip: number,
  take: number,
): unknown {
  const products = items.map((item) => productBody(dialect, item));
  switch (dialect) {
    case "array":
    case "bare":
      return products;
    case "nested":
      return { status: "ok", data: { products, count: total } };
    case "epoch":
      return { results: products };
    case "strings":
      return { catalog: { entries: products }, totalCount: total };
    case "grouped":
      return { products, pagination: { skip, take } };
    case "plain":
      return { items: products, total, skip, take };
  }
}

export function productBody(dialect: Dialect, product: CatalogProduct): unknown {
  const { brand, category, language, tags, denominationType, ...rest } = product;
  const type = denominationType === "open" ? { denominationType } : {};
  switch (dialect) {
    case "array":
      return { ...rest, denominationType, brand: [brand], category: [category], languages: [language], tags };
    case "nested":
      return {
        ...rest,
        ...type,
        brand: { id: brand.length, name: brand },
        category: { name: category },
        language: { code: language, name: language },
        tags: tags.map((name) => ({ name })),
      };
    case "epoch":
      return {
        ...rest,
        denominationType,
        brand: { title: brand },
        categories: [{ title: category }],
        language,
        tags,
      };
    case "strings":
      return {
        ...rest,
        denominationType: denominationType === "open" ? "open" : "FIXED",
        brand,
        category,
        language,
        tags,
      };
    case "bare":
      return { ...rest, ...type };
    case "grouped":
    case "plain":
      return { ...rest, denominationType, brand, category, language, tags };
  }
}

const CURRENCIES: [string, number][] = [
  ["EUR", 1_250_000],
  ["USD", 840_000],
  ["GBP", 310_050],
  ["JPY", 5_000_000],
  ["KWD", 750_125],
];

/** Sandbox runs on test data and never charges the wallet (part 1): the balances stay. */
export function walletBody(dialect: Dialect): unknown {
  switch (dialect) {
    case "array":
      return CURRENCIES.map(([currency, balance]) => ({ currency, balance }));
    case "nested":
      return {
        wallet: { accounts: CURRENCIES.map(([code, total]) => ({ currency: { code }, total, reserved: 0 })) },
      };
    case "epoch":
    case "bare":
      return Object.fromEntries(CURRENCIES);
    case "strings":
      return {
        balances: Object.fromEntries(
          CURRENCIES.map(([code, available]) => [code, { available, reserved: 0 }]),
        ),
      };
    case "grouped":
      return { currency: "EUR", balance: 1_250_000 };
    case "plain":
      return {
        balances: CURRENCIES.map(([currencyCode, available]) => ({ currencyCode, available, reserved: 0 })),
      };
  }
}

function walletKey(dialect: Dialect): string {
  return dialect === "nested" ? "walletSnapshot" : dialect === "strings" ? "balance" : CHOICES.walletKey;
}

function timestamp(dialect: Dialect, at: number): string | number {
  if (dialect === "epoch") return Math.floor(at / 1_000);
  if (dialect === "strings") return at;
  if (dialect === "nested") return `${new Date(at + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
  return new Date(at).toISOString();
}

function orderId(dialect: Dialect, id: number): number | string {
  return dialect === "strings" || dialect === "nested" ? String(id) : id;
}

/** The answer to POST /orders (4.4): 202 with orderId, status and estimatedReadyAt, and a wallet snapshot. */
export function acceptedBody(dialect: Dialect, order: StoredOrder, readyAt: number): unknown {
  return {
    orderId: orderId(dialect, order.orderId),
    externalOrderCode: order.externalOrderCode,
    status: "processing",
    estimatedReadyAt: timestamp(dialect, readyAt),
    [walletKey(dialect)]: walletBody(dialect),
  };
}

/** The answer to GET /orders/{reference} (2.3, part 3). */
export function orderBody(dialect: Dialect, order: StoredOrder, standing: Standing): unknown {
  if (standing.kind === "processing") return { status: "processing", message: MESSAGES.stillProcessing };
  const head = {
    orderId: orderId(dialect, order.orderId),
    externalOrderCode: order.externalOrderCode,
    currency: order.currency,
    price: order.price,
    [walletKey(dialect)]: walletBody(dialect),
  };
  switch (standing.kind) {
    case "completed":
      return {
        ...head,
        status: "completed",
        products: deliveredProducts(dialect, order, standing.delivered),
      };
    case "partial":
      return {
        ...head,
        status: dialect === "nested" ? "PARTIAL" : dialect === "array" ? "incomplete" : CHOICES.partialStatus,
        delivered: standing.delivered,
        [dialect === "array" ? "the service" : dialect === "nested" ? "ordered" : CHOICES.orderedKey]:
          standing.ordered,
        products: deliveredProducts(dialect, order, standing.delivered),
      };
    case "undelivered":
      return {
        ...head,
        status:
          dialect === "nested"
            ? "NOT_DELIVERED"
            : dialect === "array"
              ? "rejected"
              : CHOICES.undeliveredStatus,
        reason: standing.reason,
      };
    case "unrecognised":
      return { ...head, status: standing.status };
  }
}

function deliveredProducts(dialect: Dialect, order: StoredOrder, count: number): unknown {
  const codes = codesOf(order, count);
  if (order.behaviour === "pins-as-strings")
    return codes.map(({ productId, code }) => ({ productId, pin: code }));
  if (order.behaviour === "pins-in-one-line") return byLine(codes, ({ code, serial }) => ({ code, serial }));
  switch (dialect) {
    case "array":
      return codes.map(({ productId, code }) => ({ productId, pin: code }));
    case "nested":
      return byLine(codes, ({ code, serial, expiresAt }) => ({
        pin: code,
        serialNumber: serial,
        validUntil: expiresAt,
      }));
    case "epoch":
      return byLine(codes, ({ code }) => code);
    case "strings":
      return codes.map(({ productId, code }) => ({ productId, pin: [code] }));
    case "bare":
      return codes.map(({ code, serial }) => ({
        pin: { value: code, serial, url: `https://redeem.example/${serial}` },
      }));
    case "grouped":
      return codes.map(({ productId, code, serial }) => ({
        id: productId,
        pin: [{ secret: code, batch: serial }],
      }));
    case "plain":
      return codes.map(({ productId, code, serial, expiresAt }) => ({
        productId,
        pin: { code, serial, expiresAt },
      }));
  }
}

function byLine(codes: DeliveredCode[], pin: (code: DeliveredCode) => unknown): unknown[] {
  const lines = [...new Set(codes.map(({ line }) => line))];
  return lines.map((line) => {
    const own = codes.filter((code) => code.line === line);
    return { productId: own[0]?.productId, quantity: own.length, pin: own.map(pin) };
  });
}
