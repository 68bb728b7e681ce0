import { z } from "zod";
import type { OrderRequest, OrderRequestLine } from "#lib/contracts/orders/orderRequest.ts";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import { CHOICES } from "#sandbox/interface/choices.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Refusal, refuse } from "#sandbox/interface/refusal.ts";

/** Only the shape of the JSON; the rules of docs/service-interface.md §4.4 have texts of their own, in their order. */
const orderShapeSchema = z.object({
  externalOrderCode: z.string().min(1),
  currency: z.string().min(1),
  price: z.int().nonnegative(),
  orderProducts: z.array(z.unknown()),
});
const lineIdentitySchema = z.object({ productId: z.int().positive(), quantity: z.int().min(1) });
const lineShapeSchema = lineIdentitySchema.extend({
  price: z.int().nullish(),
  CountryCode: z.string().nullish(),
});

/** A line with its product. A product outside the catalog is refused before any rule is checked. */
type Line = { id: number; price: number | null; product: CatalogProduct; country: string | null };
/** Returns the message of the broken rule, or null if the line complies. */
type Rule = (line: Line, currency: string) => string | null;

/** docs/service-interface.md §4.4, rules 3 to 5, and what the table of §7 adds to them; in this order, each over all lines. */
const RULES: readonly Rule[] = [fixedPrice, openPrice, openStep, currencyMatches, countryMatches];

/** Checks a body by the rules of docs/service-interface.md §4.4 in their order; the first broken one answers. */
export function validateOrder(
  body: unknown,
  productOf: (id: number) => CatalogProduct | undefined,
): { order: OrderRequest } | { refusal: Refusal } {
  if (hasNoLines(body)) return refused(400, MESSAGES.noLines);
  const order = orderShapeSchema.safeParse(body);
  if (!order.success) return refused(400, MESSAGES.invalidOrder);
  const { currency, price, externalOrderCode } = order.data;
  if (order.data.orderProducts.some((line) => !lineIdentitySchema.safeParse(line).success)) {
    return refused(400, MESSAGES.badLine);
  }
  const given = z.array(lineShapeSchema).safeParse(order.data.orderProducts);
  if (!given.success) return refused(400, MESSAGES.invalidOrder);
  const lines: Line[] = [];
  for (const line of given.data) {
    const product = productOf(line.productId);
    if (product === undefined) return refused(400, MESSAGES.inactive(line.productId));
    lines.push({
      id: line.productId,
      price: line.price ?? null,
      product,
      country: line.CountryCode ?? null,
    });
  }
  for (const rule of RULES) {
    for (const line of lines) {
      const broken = rule(line, currency);
      if (broken !== null) return refused(400, broken);
    }
  }
  const orderProducts = given.data.map(
    ({ productId, price: unit, quantity, CountryCode }): OrderRequestLine => ({
      productId,
      price: unit ?? 0,
      quantity,
      ...(CountryCode == null ? {} : { CountryCode }),
    }),
  );
  if (totalOf(orderProducts) !== price) return refused(400, MESSAGES.invalidOrder);
  // Last, because a limit concerns an order that is otherwise correct (docs/service-interface.md §8).
  const codes = orderProducts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (codes > CHOICES.accountOrderLimit) return refused(422, MESSAGES.limitExceeded);
  return { order: { externalOrderCode, currency, price, orderProducts } };
}

function fixedPrice({ id, price, product }: Line): string | null {
  if (product.denominationType === "open" || product.price === undefined) return null;
  return price === product.price ? null : MESSAGES.priceMismatch(id, product.price);
}

function openPrice({ id, price, product }: Line): string | null {
  if (product.denominationType !== "open") return null;
  if (price === null) return MESSAGES.priceRequired(id);
  const { denominationMinValue: min = 0, denominationMaxValue: max = Infinity } = product;
  if (price < min) return MESSAGES.belowMinimum(id, min);
  return price > max ? MESSAGES.aboveMaximum(id, max) : null;
}

function openStep({ price, product }: Line): string | null {
  if (product.denominationType !== "open" || price === null) return null;
  const { denominationMinValue: min = 0, denominationStep: step = 1 } = product;
  const aligned = price % step === 0 || (price - min) % step === 0;
  return aligned ? null : MESSAGES.invalidOrder;
}

function currencyMatches({ id, product }: Line, currency: string): string | null {
  return product.currencyCode === currency
    ? null
    : MESSAGES.currencyMismatch(id, product.currencyCode, currency);
}

function countryMatches({ id, product, country }: Line): string | null {
  return country === null || country === product.countryCode ? null : MESSAGES.wrongCountryOrCurrency(id);
}

function totalOf(lines: readonly OrderRequestLine[]): number {
  const total = lines.reduce((sum, line) => sum + BigInt(line.price) * BigInt(line.quantity), 0n);
  return Number(total);
}

function hasNoLines(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  if (!("orderProducts" in body) || body.orderProducts === null) return true;
  return Array.isArray(body.orderProducts) && body.orderProducts.length === 0;
}

function refused(statusCode: number, message: string): { refusal: Refusal } {
  return { refusal: refuse(statusCode, message) };
}
