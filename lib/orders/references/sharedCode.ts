/**
 * The reference of one of several orders that a draft makes. A reference names one order, so the currency is appended to the typed one,
 * and the number of the order if its currency has several.
 */
export function sharedCode(typed: string, currency: string, part: number | null = null): string {
  return part === null ? `${typed}-${currency}` : `${typed}-${currency}-${part}`;
}

/** Whether a reference was made like this. */
export function isSharedCode(code: string, typed: string, currency: string): boolean {
  const whole = sharedCode(typed, currency);
  return code === whole || (code.startsWith(`${whole}-`) && /^[1-9]\d?$/.test(code.slice(whole.length + 1)));
}
