/** Whether a spreadsheet would calculate the text instead of showing it (https://owasp.org/www-community/attacks/CSV_Injection). */
export function looksLikeFormula(text: string): boolean {
  return /^(?:[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text);
}
