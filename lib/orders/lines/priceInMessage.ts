const PRICE = /(?:minimum|maximum) allowed \((\d{1,15})\)|price mismatch: expected (\d{1,15})(?!\d)/;

/** The price in minor units that a message of the service names (docs/service-interface.md §7); null if it names none. */
export function priceInMessage(message: string): number | null {
  const [, limit, expected] = PRICE.exec(message) ?? [];
  const digits = limit ?? expected;
  return digits === undefined ? null : Number(digits);
}
