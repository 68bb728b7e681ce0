import { fold } from "#lib/catalog/filters/fold.ts";

/** A sum of other rows, as the whole of a cell or at its end ("Germany Total"). */
const SUM =
  /(?:^|\s)(?:grand total|sub ?total|total|totals|totale|sum|summe|gesamt|gesamtsumme|zwischensumme|somme|sous total|suma|razem)$/;
/** A row that is not to be ordered, as the whole of a cell. */
const NOT_ORDERED =
  /^(?:cancell?ed|cancelled orders?|refund|refunded|returned|rejected|declined|void|deleted|obsolete|do not order|not ordered|storniert|abgesagt|entfallt|nicht bestellen|annule|annulee|cancelado|cancelada|annullato|anulowane)$/;

/** The only filled cell of a row, if it says that the rows below are not to be ordered; null: it does not. */
export function headingOfUnordered(cells: readonly string[]): string | null {
  const [only = "", ...others] = cells.filter((cell) => cell.trim() !== "");
  return others.length === 0 && NOT_ORDERED.test(fold(only)) ? only.trim() : null;
}

/** What a cell says that keeps its row from being an order like the others, as it is written; null: nothing. */
export function remarkIn(cells: readonly string[]): string | null {
  const said = cells.find((cell) => {
    const text = fold(cell);
    return text.length <= 60 && (SUM.test(text) || NOT_ORDERED.test(text));
  });
  return said?.trim() ?? null;
}
