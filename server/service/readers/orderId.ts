import "server-only";

/**
 * An order id: a number or a text of digits, kept as text. Null for what is not one, and for a
 * number beyond 2^53, whose last digits JavaScript has already lost (the parser hands those over as text).
 */
export function readOrderId(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value + 0) : null;
  if (typeof value !== "string") return null;
  const digits = value.trim();
  return /^\d{1,40}$/.test(digits) ? digits : null;
}
