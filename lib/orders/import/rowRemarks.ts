import { fold } from "#lib/catalog/filters/fold.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { isGeneratedCode } from "#lib/orders/references/externalCode.ts";
import { readReference } from "#lib/orders/references/readReference.ts";

/** A cell that no field has, with the name of its column. */
export type UnusedCell = { head: string; cell: string };

/** A sum of other rows, as the whole of a cell or at its end ("Germany Total"). */
const SUM =
  /(?:^|\s)(?:grand total|sub ?total|total|totals|totale|sum|summe|gesamt|gesamtsumme|zwischensumme|somme|sous total|suma|razem)$/;
/** What is not, or not any more, to be ordered, in the languages in which such tables come. */
const UNORDERED_WORDS =
  "cancell?ed|cancelled orders?|cancel|refund|refunded|refunds|return|returns|returned|credit|credits|credit note|credited|reversal|reversed|chargeback|rejected|declined|void|voided|deleted|removed|obsolete|inactive|do not (?:order|buy)|do not|don t (?:order|buy)|dont (?:order|buy)|not (?:ordered|needed|approved|to be ordered)|no order|skip|skipped|ignore|exclude|excluded|on hold|hold|held|paused|suspended|stopped|postponed|deferred|awaiting approval|out of stock|discontinued|already (?:ordered|delivered|bought|sent|paid)|ordered|bought|duplicate|duplicates|dup|delivered|shipped|wait|next (?:week|month|year|order)|later|withdrawn|replaced|superseded|expired|sold out|unavailable|not available|complete|example|sample|test|draft|quote|quote only|quotation|received|archived|tbc|done|completed|fulfilled|closed|" +
  "storniert|storno|abgesagt|entfallt|nicht bestellen|retoure|gutschrift|ruckgabe|erstattung|erstattet|zuruckgestellt|pausiert|gesperrt|erledigt|geliefert|bereits (?:bestellt|geliefert)|" +
  "annule|annulee|retour|avoir|rembourse|remboursement|en attente|suspendu|livre|termine|ne pas commander|" +
  "cancelado|cancelada|devolucion|reembolso|abono|en espera|suspendido|entregado|no pedir|" +
  "annullato|reso|rimborso|in attesa|sospeso|consegnato|non ordinare|anulowane|zwrot|wstrzymane|zrealizowane|dostarczone|anulado|anulada|отменено|отменен|отмена|доставлено|ملغي|ملغى|ملغاة|取消|キャンセル|已取消|취소|취소됨|iptal|iptal edildi|geannuleerd|annulleret|avbruten|peruttu|zruseno";
const NOT_ORDERED = new RegExp(`^(?:${UNORDERED_WORDS})$`);
/** What a line above or below a table, or its name, says of all of it. */
const NO_ORDER =
  /\b(?:cancell?ed|template|example|sample|draft|quotation|quote|offer|archived?|obsolete|outdated|old|superseded|history|backup|previous|last (?:week|month|year)|void|do not|don t|not an order|not to be ordered|already (?:ordered|bought|placed|delivered)|(?:ordered|delivered|placed) (?:on|by|at)|storniert|vorlage|muster|beispiel|entwurf|angebot|erledigt|bereits|annule\w*|modele|exemple|devis|brouillon|cancelad[oa]|plantilla|ejemplo|presupuesto|borrador|annullat[oa]|modello|esempio|preventivo|bozza|anulowan\w*|szablon|przyklad|oferta)\b/;
/** Clear words within a longer remark, such as "was cancelled by Bela", unless a "not" stands before them. */
const WITHIN =
  /(?<!\b(?:not|never|no|nicht|nie|pas|isn t|is not|wasn t) (?:yet |been |to be )?)\b(?:cancell?ed|(?:already|been|was|were) (?:ordered|bought|delivered|refunded|returned)|do not (?:order|buy)|don t (?:order|buy)|duplicate (?:of|row|line|order)|instead|replaced (?:by|with)|(?:use|take|make it|max|only|just|qty|quantity|should be|must be|has to be|change to|changed to|correct is|nur|seulement|solo|tylko) ?:? ?\d+|(?:not|never) (?:yet )?(?:confirmed|final|sure|clear)|unconfirmed|unclear|unsure|to be (?:confirmed|checked|decided|clarified|approved)|pending (?:approval|confirmation|payment)|awaiting|(?:please|pls|double|to|must) check|check (?:amount|price|qty|quantity|with|before)|please (?:confirm|clarify)|wrong|incorrect|mistake|nicht bestatigt|noch nicht|unklar|bitte prufen|a confirmer|a verifier|por confirmar|da confermare|only (?:if|when)|per (?:box|pack|case|carton) of|on hold|not (?:ordered|needed|approved|to be ordered)|out of stock|sold out|storniert|bereits (?:bestellt|geliefert)|nicht bestellen|annulee?|deja (?:commande|livre)e?|cancelad[oa]|ya (?:pedido|entregado)|annullat[oa]|anulowan[eoya])\b/u;
/** Signs of "no" and of doubt. */
const CROSS = /^(?:[✗✘❌🚫⛔✖]\ufe0f?|[?¿？]+)$/u;
/** A question that its column answers for each row: whether the row is to be ordered. */
const ASKS_WHETHER =
  /^(?:order|buy|to order|to buy|to be ordered|purchase|include|included|needed|required|wanted|active|enabled|available|availability|verfugbar|verfugbarkeit|disponible|disponibilite|disponibilidad|disponibile|approved|confirmed|ok|go|bestellen|kaufen|freigegeben|genehmigt|aktiv|commander|acheter|a commander|approuve|actif|pedir|comprar|aprobado|activo|ordinare|acquistare|approvato|attivo|zamow|kup|zamawiac)(?: (?:yes no|y n|ja nein|by .{1,40}|von .{1,40}|par .{1,40}|por .{1,40}))?$/;
/** A yes, as cells say it. */
export const YES_WORDS = "x|y|yes|ja|oui|si|tak|true|wahr|vrai|verdadero|vero|on";
const YES = new RegExp(`^(?:${YES_WORDS}|1)$`);
const NO =
  /^(?:n|no|nope|not|never|nein|non|nie|false|falsch|faux|falso|off|0|blank|none|n a|na|not applicable)$/;
const NOTHING = /^[-–—/.]*$/;
/** Several pieces in one, as a cell says that no field has. */
const PACK =
  /^(?:(?:a |per |in )?(?:dozens?|gross|tens|hundreds?|thousands?|dutzend|douzaines?|docenas?|dozzin[ae]|tuzin)|(?:packs?|boxes|box|sets?|bundles?|cases?|cartons?|lots?|packung|paket|lot|paquete|confezione) (?:of|mit|de|da|von|a) \d+|\d+[ -]?(?:er )?(?:packs?|packung|pieces? (?:per|in a) \w+|pcs(?: per \w+)?|x)|x \d+|per \d+)$/;
/** Columns that say of what the quantity counts the pieces. */
const UNIT_HEAD =
  /^(?:unit|sets?|kits?|copies|case|case size|box size|carton|carton size|inner|outer|x|times|scale|factor|uom|unit of measure|units? per \w+|per|pack|packs|pack size|package|packaging|packing|bundle|bundle size|multiplier|multiple|einheit|mengeneinheit|me|ve|verpackung|verpackungseinheit|packung|unite|unite de mesure|conditionnement|lot|unidad|unidad de medida|paquete|unita|unita di misura|confezione|jednostka|opakowanie)$/;
/** Longer texts are descriptions. */
const LONGEST = 200;
/** One piece, whatever it is called. */
const PIECE =
  /^(?:1|1x|one|single|singles|each|ea|pc|pcs|pce|piece|pieces|unit|units|item|items|code|codes|card|cards|voucher|vouchers|pin|pins|stk|st|stuck|stucke|einzeln|piece s|pieza|piezas|unidad|unite|pezzo|pezzi|szt|sztuka)$/;

/** The only filled cell of a row, if it says that the rows below are not to be ordered; null: it does not. */
export function headingOfUnordered(cells: readonly string[]): string | null {
  const [only = "", ...others] = cells.filter((cell) => cell.trim() !== "");
  return others.length === 0 && NOT_ORDERED.test(fold(only)) ? only.trim() : null;
}

/** Whether a line says of a whole table that it may be no order. */
export function saysNoOrder(text: string): boolean {
  return text.length <= LONGEST && NO_ORDER.test(fold(text));
}

export function isSum(cell: string): boolean {
  return SUM.test(fold(cell));
}

/** What cells say that keeps their row from being an order like the others, as it is written. */
export function remarksIn(unused: readonly UnusedCell[]): string[] {
  const said = unused.filter(
    ({ head, cell }) =>
      CROSS.test(cell.trim()) || namesOrder(cell) || saysWhen(head, cell) || isRemark(fold(head), fold(cell)),
  );
  const texts = said.map(({ head, cell }) => {
    const isClear = isSum(cell) || NOT_ORDERED.test(fold(cell));
    return isClear || head.trim() === "" ? cell.trim() : `${head.trim()}: ${cell.trim()}`;
  });
  return [...new Set(texts)];
}

export function isDayText(cell: string): boolean {
  return DAY_TEXT.test(asciiDigits(cell.trim()));
}

/** Whether a column says when its rows were ordered, and a cell that this one was. */
function saysWhen(head: string, cell: string): boolean {
  return head.length <= LONGEST && cell.length <= LONGEST && DONE_HEAD.test(fold(head)) && isDayText(cell);
}

/** Whether a cell has the reference of an order that was placed with Codedesk: its row may have been bought by it. */
function namesOrder(cell: string): boolean {
  return (
    cell.length <= LONGEST && cell.split(/\s/).some((word) => isGeneratedCode(readReference(word) ?? ""))
  );
}

/** Columns that say when a row was ordered: a date in them says that it was. “Order date” may be the day of this order. */
const DONE_HEAD =
  /^(?:(?:date |datum |day |already |last )?(?:ordered|bought|purchased|placed|sent|delivered|shipped|fulfilled|completed|processed|done|issued|redeemed|invoiced|paid|cancell?ed|refunded|returned|bestellt|geliefert|gekauft|versendet|verschickt|erledigt|storniert|bezahlt|commande|commandee|livre|livree|envoye|envoyee|achete|pedido|entregado|enviado|comprado|ordinato|consegnato|inviato|acquistato|zamowiono|dostarczono|wyslano|kupiono)(?: (?:on|at|date|day|when|since|am|datum|le|el|il|data|dnia))?|(?:delivery|shipping|purchase|cancellation|completion|fulfilment|fulfillment) date|liefer ?datum|kauf ?datum|versand ?datum|date de livraison|fecha de entrega|data di consegna)$/;
/** A day as people write it, with or without its year; or a timestamp. */
const DAY_TEXT =
  /^(?:\d{4}[ /.-]\d{1,2}[ /.-]\d{1,2}|\d{1,2}[ /.-]\d{1,2}(?:[ /.-](?:\d{2}|\d{4}))?\.?|\d{1,2}(?:st|nd|rd|th|er)?[ .-]+\p{L}{3,10}\.?(?:[ ,.-]+\d{2,4})?|\p{L}{3,10}\.?[ .-]+\d{1,2}(?:st|nd|rd|th)?(?:[ ,.-]+\d{2,4})?|today|yesterday|heute|gestern|hier|ayer|oggi|ieri)(?:[ T,]+\d{1,2}[:. h]\d{2}.*)?$/iu;

function isRemark(head: string, cell: string): boolean {
  if (cell === "" || cell.length > LONGEST || head.length > LONGEST) return false;
  if (SUM.test(cell) || NOT_ORDERED.test(cell) || WITHIN.test(cell) || PACK.test(cell)) return true;
  if (ASKS_WHETHER.test(head)) return NO.test(cell);
  // “Cancelled: yes”, but not “Cancelled: no”.
  if (NOT_ORDERED.test(head)) return YES.test(cell);
  return UNIT_HEAD.test(head) && !PIECE.test(cell) && /[\p{L}\p{Nd}]/u.test(cell);
}

/**
 * The columns that say in some rows that they are to be ordered: one that is blank there says that its row is not. Of a column of numbers,
 * such as “Ordered”, nobody knows.
 */
export function columnsThatAsk(heads: readonly string[], body: readonly (readonly string[])[]): number[] {
  return heads.flatMap((head, column) => {
    if (!ASKS_WHETHER.test(fold(head))) return [];
    const answers = body.map((cells) => (cells[column] ?? "").trim());
    return answers.some((cell) => !NOTHING.test(cell) && /^(?:\p{L}{1,9}|[✓✔☑])$/u.test(cell)) ? column : [];
  });
}

/** Whether a cell of such a column leaves its row out. */
export function leavesOut(cell: string): boolean {
  return NOTHING.test(cell.trim());
}
