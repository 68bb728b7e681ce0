const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** How many digits of a number spreadsheets keep as typed, and show. */
const SHOWN_DIGITS = 15;

/**
 * The text of a number in a workbook, without an exponent and needless zeros. Spreadsheets store binary numbers: a typed 1.1 is
 * stored as 1.1000000000000001, and a calculated 57.7 may be 57.699999999999996. So decimals beyond the 15 digits that spreadsheets
 * show are rounded; whole numbers never are. Null if it is not a number.
 */
export function plainDecimal(text: string): string | null {
  const written = expand(text.trim());
  if (written === null || !written.includes(".") || significantDigits(written) <= SHOWN_DIGITS)
    return written;
  const shown = expand(Number(text).toPrecision(SHOWN_DIGITS));
  // With so many digits before the point, the rounded ones may be whole.
  return shown !== null && digitsBeforePoint(written) < SHOWN_DIGITS ? shown : written;
}

function digitsBeforePoint(plain: string): number {
  return plain.replace("-", "").split(".")[0]?.length ?? 0;
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
