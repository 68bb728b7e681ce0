/** The reference of one of several orders that a draft makes. A reference names one order, so the currency is appended to the typed one. */
export function sharedCode(typed: string, currency: string): string {
  return `${typed}-${currency}`;
}
