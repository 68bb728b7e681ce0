import { z } from "zod";
import type { OrderRequest } from "#lib/contracts/orderRequest.ts";
import type { CatalogProduct } from "../catalog/types.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { MESSAGES } from "../messages.ts";

/** Only the shape of JSON; the rules of 4.4 have texts of their own, in their order. */
const shape = z.object({
  externalOrderCode: z.string().min(1),
  currency: z.string().min(1),
  price: z.int().nonnegative(),
  orderProducts: z.array(z.looseObject({})),
});
const lineShape = z.object({
  productId: z.int().positive(),
  quantity: z.int().min(1),
  price: z.int().optional(),
  CountryCode: z.string().optional(),
});
type Line = z.infer<typeof lineShape>;

export type ValidOrder = OrderRequest;

/** The validation rules of 4.4 in their order; the first broken one answers. */
export function validateOrder(
  body: unknown,
  productOf: (id: number) => CatalogProduct | undefined,
): { order: ValidOrder } | { refusal: Refusal } {
  if (isEmptyOrder(body)) return refused(400, MESSAGES.noLines);
  const parsed = shape.safeParse(body);
  if (!parsed.success) return refused(400, MESSAGES.invalidOrder);
  const { externalOrderCode, currency, price, orderProducts } = parsed.data;
  const lines: OrderRequest["orderProducts"] = [];
  for (const given of orderProducts) {
    const line = lineShape.safeParse(given);
    if (!line.success) {
      const fits = lineShape.pick({ productId: true, quantity: true }).safeParse(given).success;
      return refused(400, fits ? MESSAGES.invalidOrder : MESSAGES.badLine);
    }
    const checked = checkLine(line.data, productOf(line.data.productId), currency);
    if ("refusal" in checked) return checked;
    lines.push(checked.line);
  }
  const total = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  if (total !== price) return refused(400, MESSAGES.invalidOrder);
  return { order: { externalOrderCode, currency, price, orderProducts: lines } };
}

function checkLine(
  line: Line,
  product: CatalogProduct | undefined,
  currency: string,
): { line: OrderRequest["orderProducts"][number] } | { refusal: Refusal } {
  const id = line.productId;
  // A product outside the partner's catalog has no text of its own in the table (part 7: "catalog membership").
  if (product === undefined) return refused(400, MESSAGES.inactive(id));
  if (product.denominationType === "fixed") {
    if (line.price !== product.price) return refused(400, MESSAGES.priceMismatch(id, product.price ?? 0));
  } else {
    if (line.price === undefined) return refused(400, MESSAGES.priceRequired(id));
    const {
      denominationMinValue: min = 0,
      denominationMaxValue: max = Infinity,
      denominationStep: step = 1,
    } = product;
    if (line.price < min) return refused(400, MESSAGES.belowMinimum(id, min));
    if (line.price > max) return refused(400, MESSAGES.aboveMaximum(id, max));
    // Aligned from the minimum or from zero is not said: either will do. The table has no text of its own for it.
    if ((line.price - min) % step !== 0 && line.price % step !== 0)
      return refused(400, MESSAGES.invalidOrder);
  }
  if (product.currencyCode !== currency)
    return refused(400, MESSAGES.currencyMismatch(id, product.currencyCode, currency));
  if (line.CountryCode !== undefined && line.CountryCode !== product.countryCode) {
    return refused(400, MESSAGES.wrongCountryOrCurrency(id));
  }
  return {
    line: { productId: id, price: line.price ?? 0, quantity: line.quantity, CountryCode: line.CountryCode },
  };
}

function isEmptyOrder(body: unknown): boolean {
  if (typeof body !== "object" || body === null || !("orderProducts" in body)) {
    return typeof body === "object" && body !== null && !Array.isArray(body);
  }
  return Array.isArray(body.orderProducts) && body.orderProducts.length === 0;
}

function refused(statusCode: number, message: string): { refusal: Refusal } {
  return { refusal: refuse(statusCode, message) };
}
