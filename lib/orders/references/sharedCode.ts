/**
 * The order reference of one of several orders that a draft makes: a reference names one order, so each gets its currency at
 * the end of the one that was typed.
 */
export function sharedCode(typed: string, currency: string): string {
  return `${typed}-${currency}`;
}
