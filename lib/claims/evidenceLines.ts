import type { Evidence } from "#lib/contracts/claims/claims.ts";
import { codeText } from "#lib/codes/codeText.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import { inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { CLAIMS } from "./states.ts";

/** One line of the evidence. `isForeign`: its value is of people or of the service, so browsers don't translate it. */
export type EvidenceLine = { term: string; value: string; isForeign: boolean };

const MASKED = "•••• •••• ••••";

/** The evidence of a claim for the supplier, line by line. Times are in UTC, whoever reads it. */
export function evidenceLines(evidence: Evidence): EvidenceLine[] {
  const { claim, delivered, fields } = evidence;
  const of = delivered === null ? "" : ` of ${formatCount(delivered)}`;
  return [
    ...foreign("Order", claim.order),
    ...(claim.orderId === null || claim.orderId === claim.order ? [] : foreign("Order ID", claim.orderId)),
    line("Order placed", inUtc(evidence.placedAt)),
    ...foreign("Product", claim.productName ?? "Not stated by the service"),
    ...(claim.productId === null ? [] : foreign("Product ID", String(claim.productId))),
    line("Code", `Number ${formatCount(claim.number)}${of} of the order`),
    ...codeLines(fields),
    line("Delivered", inUtc(claim.deliveredAt)),
    ...seenLines(evidence),
    ...handOutLines(evidence),
    line("Claimed", `${inUtc(claim.openedAt)}${by(claim.openedBy)}`),
    ...(claim.said === "" ? [] : foreign("The customer said", claim.said)),
    ...stateLines(evidence),
    line("Made", inUtc(evidence.madeAt)),
  ];
}

/** The same as a text, to be pasted into a mail or a form. */
export function evidenceText(evidence: Evidence): string {
  return evidenceLines(evidence)
    .map(({ term, value }) => `${term}: ${value}\n`)
    .join("");
}

const line = (term: string, value: string): EvidenceLine => ({ term, value, isForeign: false });
const foreign = (term: string, value: string): EvidenceLine[] => [{ term, value, isForeign: true }];
const by = (name: string | null) => (name === null ? "" : `, by ${name}`);

/** `2026-11-21 20:50 UTC`. */
function inUtc(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}

function codeLines(fields: Evidence["fields"]): EvidenceLine[] {
  if (fields === null) return foreign("Code (masked)", MASKED);
  const names = inColumnOrder(Object.keys(fields));
  if (names.length === 0) return foreign("Code", codeText(fields));
  return names.flatMap((name) => foreign(fieldLabel(name), fields[name] ?? ""));
}

function seenLines({ seen, exposure, handedOut }: Evidence): EvidenceLine[] {
  if (seen.length > 0)
    return seen.map(({ how, at, by: name }) =>
      line(how === "revealed" ? "Revealed" : "Exported", `${inUtc(at)}${by(name)}`),
    );
  if (exposure === "untouched") return handedOut === null ? [line("Seen", "By nobody in Codedesk")] : [];
  return [line(exposure === "revealed" ? "Revealed" : "Exported", "Yes: see the order's timeline")];
}

function handOutLines({ handedOut }: Evidence): EvidenceLine[] {
  if (handedOut === null) return [line("Handed out", "No")];
  return [
    line("Handed out", `${inUtc(handedOut.at)}${by(handedOut.by)}`),
    ...foreign("To", handedOut.customerReference),
  ];
}

function stateLines({ claim }: Evidence): EvidenceLine[] {
  const { replacement, credit, supplierReference, reason } = claim;
  return [
    line("State of the claim", CLAIMS[claim.state].label),
    ...(supplierReference === null ? [] : foreign("Supplier's reference", supplierReference)),
    ...(reason === null ? [] : foreign("Why it was refused", reason)),
    ...(replacement === null
      ? []
      : foreign("Replaced by", `code ${formatCount(replacement.number)} of order ${replacement.order}`)),
    ...(credit === null
      ? []
      : foreign("Credited", `${formatAmount(credit.amount, credit.currency)} on ${credit.day} (UTC)`)),
  ];
}
