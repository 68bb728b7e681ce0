import { describeCurrencyProblem } from "#lib/orders/lines/currencyProblem.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { isCountryNamed, otherCountryWords } from "#lib/catalog/filters/countryNamed.ts";
import { checkTypedAmount, defaultAmount } from "#lib/catalog/denominations/denomination.ts";
import { formatAmount, multiplyMinor, parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { parseQuantity } from "./draftQuantity.ts";

export type LineField = "product" | "amount" | "quantity" | "country";

/** What is known about a typed line without asking the service. Amounts are in minor units of `currency`. */
export type LineVerdict = {
  product: Product | null;
  currency: string | null;
  /** Unit price; null while it is not known. */
  price: number | null;
  quantity: number | null;
  /** As it will be sent: the product's own, otherwise what was typed (docs/service-interface.md §10.7). What is typed for another country is not sent. */
  countryCode: string | null;
  total: number | null;
  /** The problems that keep the line from being sent, by field. */
  problems: Partial<Record<LineField, string>>;
  /** Valid amounts near the typed one, for buttons. */
  nearest: number[];
  /** Hints for the member, who may ignore them. */
  notes: string[];
  /** Nothing is known about its product yet, not even whether it is in the catalog. */
  isLoading: boolean;
  ready: boolean;
};

/**
 * Returns a new line for a product: its own country, its price or suggested amount (minor units), one of it. The amount of a
 * fixed product is text about the past, its price when the line was added. Without a currency, nobody can write an amount.
 */
export function lineOf(product: Product, quantity = 1, amount = defaultAmount(product)): TypedLine {
  return {
    id: newUuid(),
    productId: product.id,
    amount: amount === null || product.currencyCode === null ? "" : toMajorText(amount, product.currencyCode),
    quantity: String(quantity),
    countryCode: product.countryCode?.slice(0, 20) ?? "",
  };
}

/** A product of the draft as last seen; `retired`: it is no longer in the service's catalog. */
export type DraftProduct = Product & { retired?: boolean };

/** The products of a draft, by id. Null: not in the partner's catalog; missing: not known yet. */
export type DraftProducts = ReadonlyMap<number, DraftProduct | null>;

/** Checks one line against its product as last seen; null: it is not in the partner's catalog; undefined: not known yet. */
export function checkDraftLine(
  line: Omit<TypedLine, "id">,
  product: DraftProduct | null | undefined,
): LineVerdict {
  const quantity = parseQuantity(line.quantity);
  const problems: LineVerdict["problems"] = quantity.ok ? {} : { quantity: quantity.message };
  if (!product) {
    if (product === null) {
      problems.product = `Product ${line.productId} is not in your catalog. Remove the line, or choose another product.`;
    }
    const judged = verdict(
      line,
      null,
      problems,
      { price: null, nearest: [] },
      quantity.ok ? quantity.quantity : null,
    );
    return product === null ? judged : { ...judged, isLoading: true, ready: false };
  }
  if (product.retired === true) problems.product = GONE;
  else {
    const ofCurrency = describeCurrencyProblem(product.currencyCode);
    if (ofCurrency !== null) problems.product = ofCurrency;
  }
  const amount = product.denomination === "open" ? checkOpenAmount(line, product) : checkFixedPrice(product);
  if (amount.problem !== null) problems.amount = amount.problem;
  // A program can write any country into a draft; by then, the product's own can be another one, too.
  const typed = line.countryCode.trim();
  const { countryCode } = product;
  if (typed !== "" && countryCode !== null && !isCountryNamed(typed, countryCode)) {
    problems.country = otherCountryWords(typed, countryCode);
  }
  return verdict(line, product, problems, amount, quantity.ok ? quantity.quantity : null);
}

const GONE = "This product is no longer in your catalog. Remove the line, or choose another product.";

type CheckedAmount = { price: number | null; problem: string | null; nearest: number[] };

function checkFixedPrice(product: Product): CheckedAmount {
  const problem = product.price === null ? "This product has no price, so it can't be ordered." : null;
  return { price: product.price, problem, nearest: [] };
}

function checkOpenAmount(line: Pick<TypedLine, "amount">, product: Product): CheckedAmount {
  // What was typed means nothing then, and the line has its problem already.
  if (describeCurrencyProblem(product.currencyCode) !== null)
    return { price: null, problem: null, nearest: [] };
  const { minor, ...rest } = checkTypedAmount(product, line.amount);
  return { price: minor, ...rest };
}

function verdict(
  line: Omit<TypedLine, "id">,
  product: Product | null,
  problems: LineVerdict["problems"],
  { price, nearest }: Pick<CheckedAmount, "price" | "nearest">,
  quantity: number | null,
): LineVerdict {
  const total = price === null || quantity === null ? null : multiplyMinor(price, quantity);
  if (total === null && price !== null && quantity !== null) {
    problems.quantity = "This line's total is too large. Enter a smaller quantity.";
  }
  const typedCountry = line.countryCode.trim();
  return {
    product,
    currency: product?.currencyCode ?? null,
    price,
    quantity,
    countryCode: (problems.country === undefined ? product?.countryCode : null) ?? (typedCountry || null),
    total,
    problems,
    nearest,
    notes: product === null ? [] : notesOn(line, product),
    isLoading: false,
    ready: Object.keys(problems).length === 0,
  };
}

function notesOn(line: Pick<TypedLine, "amount">, product: Product): string[] {
  const notes: string[] = [];
  const then = priceWhenAdded(line, product);
  if (then !== null && product.price !== null && then !== product.price) {
    const show = (amount: number) => formatAmount(amount, product.currencyCode);
    notes.push(`The price was ${show(then)} when you added it; now it is ${show(product.price)}.`);
  }
  return notes;
}

/** The price (minor units) of a fixed product when its line was added; null if the line does not say. */
export function priceWhenAdded(line: Pick<TypedLine, "amount">, product: Product): number | null {
  if (product.denomination !== "fixed" || product.currencyCode === null) return null;
  const parsed = parseAmount(line.amount, product.currencyCode);
  return parsed.ok ? parsed.minor : null;
}
