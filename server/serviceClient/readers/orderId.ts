import "server-only";

/**
 * Reads an order id (a number or a text of digits) as text. Null for anything else, for a number beyond 2^53, whose last digits
 * JavaScript has already lost (the parser returns those as text), and for 0, which services write for "no order".
 */
export function readOrderId(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  if (typeof value !== "string") return null;
  const digits = value.trim();
  return /^\d{1,40}$/.test(digits) && !/^0+$/.test(digits) ? digits : null;
}
