const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** How many digits of a number a spreadsheet keeps as typed, and how many it stores in the file. */
const EXACT_DIGITS = 15;
const STORED_DIGITS = 17;

/**
 * The text of a number in a workbook, without an exponent and needless zeros. Spreadsheets store binary numbers: a typed 1.1 is
 * stored as 1.1000000000000001, so such a text is read as what was typed. Any other number is used as written. Null if it is not
 * a number.
 */
export function plainDecimal(text: string): string | null {
  const written = expand(text.trim());
  if (written === null || significantDigits(written) <= EXACT_DIGITS) return written;
  const stored = Number(text);
  const isAsStored = expand(stored.toPrecision(STORED_DIGITS)) === written;
  const typed = expand(String(stored));
  return isAsStored && typed !== null && significantDigits(typed) <= EXACT_DIGITS ? typed : written;
}

function expand(text: string): string | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const [, sign = "", whole = "", fraction = "", power = "0"] = found;
  const digits = whole + fraction;
  if (digits === "") return null;
  const point = whole.length + Number(power);
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const decimals = padded.slice(at).replace(/0+$/, "");
  const plain = decimals === "" ? integer : `${integer}.${decimals}`;
  return sign === "-" && plain !== "0" ? `-${plain}` : plain;
}

function significantDigits(plain: string): number {
  return plain.replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "").length;
}
