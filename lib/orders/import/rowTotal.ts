import { fold } from "#lib/catalog/filters/fold.ts";
import { exponentOf } from "#lib/money/currencies.ts";
import { formatAmount, parseAmount } from "#lib/money/minorUnits.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import type { ColumnMapping } from "./columns.ts";

/** What a row costs as a whole by a column of its own, with that column's name. */
export type RowTotal = { head: string; text: string };

/** Names of columns that say what a row costs as a whole. */
const TOTAL =
  /^(?:(?:grand |line |row |sub|order |item |net |gross )?totals?(?: (?:amount|price|cost|value|sum|net|gross))?|sum|subtotal|sub total|(?:line|extended|ext|total) (?:amount|price|cost|value|sum)|(?:amount|price|cost|value) total|extension|gesamt|gesamtpreis|gesamtbetrag|gesamtsumme|gesamtwert|summe|zeilensumme|positionssumme|zwischensumme|somme|montant total|prix total|total (?:ligne|linea|ht|ttc)|sous total|importe total|precio total|valor total|suma|importo totale|prezzo totale|totale|totale riga|razem|wartosc calkowita|kwota calkowita)$/;

/** The total of a row, if one column of the table is for that and no field has it; null: none. */
export function totalOf(
  heads: readonly string[],
  cells: readonly string[],
  mapping: ColumnMapping,
): RowTotal | null {
  const used = Object.values(mapping);
  const column = heads.findIndex(
    (head, at) => !used.includes(at) && isTotalHead(head) && /\p{Nd}/u.test(cells[at] ?? ""),
  );
  return column === -1 ? null : { head: heads[column]?.trim() ?? "", text: cells[column]?.trim() ?? "" };
}

/** The name of a column, without the currency or the like behind it: `Total (USD)`. */
export function isTotalHead(head: string): boolean {
  const bare = head
    .replace(/\([^()]*\)|\[[^\][]*\]/g, " ")
    .replace(/\b[A-Z]{3}\b/g, (code) => (code === "SUM" ? code : " "));
  return TOTAL.test(fold(bare));
}

/** Why a row is refused whose total is not what its quantity and amount make; null: it is, or it has none. */
export function totalProblem(
  total: RowTotal | null,
  minor: number | null,
  currency: string | null,
): string | null {
  if (total === null || minor === null || isTotal(total.text, minor, currency)) return null;
  return `“${total.head}” says ${total.text}, but quantity and amount make ${formatAmount(minor, currency)}. Which is right?`;
}

function isTotal(text: string, minor: number, currency: string | null): boolean {
  const parsed = parseAmount(text, currency);
  if (parsed.ok) return parsed.minor === minor;
  // A text that can be read in two ways, such as 1,000, is the total if one of them is; with other words beside it, its digits are.
  const digits = asciiDigits(text)
    .replace(/\D/g, "")
    .replace(/^0+(?=\d)/, "");
  const unit = 10 ** exponentOf(currency);
  return digits === String(minor) || (minor % unit === 0 && digits === String(minor / unit));
}
