import "server-only";
import type { LookUpAnswer, LookUpRequest, LookUpResult, Suggestion } from "#lib/contracts/codes/lookUp.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { isAppError } from "#server/context/errors.ts";
import { findAllByReference, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { memberNames, summaryOf } from "#server/orders/ledger/orderView.ts";
import { adoptOrRecognise } from "#server/orders/verbs/readOrder.ts";
import { countMisses } from "./countMisses.ts";
import { orderOfRecognised } from "./findOrderOfCode.ts";
import { suggestOrders } from "./suggestOrders.ts";

/**
 * Answers each reference in the given order, without codes: from the ledger, and with `service` also from the service, within the
 * member's share of its calls. Orders that only the service knows are added to the ledger, marked as found. Where the member may find
 * orders by codes, a text that is a code is recognised, and both what was one and what was nothing is in the audit log.
 * @throws AppError `forbidden`.
 */
export async function lookUpOrders(
  request: MemberRequest,
  { references, service }: LookUpRequest,
): Promise<LookUpResult> {
  requirePermission(request, "orders.read");
  const known = await findAllByReference(request.db, request.environment, references);
  const missing = references.filter((reference) => !known.has(reference));
  const [asked, suggestions] = await Promise.all([
    service
      ? Promise.all(missing.map((reference) => askService(request, reference, references.length === 1)))
      : [],
    suggestOrders(request, missing),
  ]);
  await countMisses(request, asked.filter(({ outcome }) => outcome === "not_found").length);
  const answered = new Map(asked.map((each) => [each.reference, each]));
  const rows = [...known.values(), ...asked.flatMap(({ row }) => row ?? [])];
  const names = await memberNames(
    request.db,
    rows.map(({ placedBy }) => placedBy),
  );
  return {
    answers: references.map((reference) => {
      const { row = null, ...said } = answered.get(reference) ?? foundOrUnknown(known.get(reference));
      return {
        ...NOTHING_SAID,
        ...said,
        reference,
        order: row === null ? null : summaryOf(row, names),
        suggestions:
          row === null && said.outcome !== "code" ? (suggestions.get(reference) ?? []) : NO_SUGGESTIONS,
      };
    }),
  };
}

type Said = Partial<Omit<LookUpAnswer, "order" | "suggestions">> &
  Pick<LookUpAnswer, "outcome"> & { row?: OrderRow };

const NOTHING_SAID = { message: null, retryAfterSeconds: null };
const NO_SUGGESTIONS: Suggestion[] = [];

function foundOrUnknown(row: OrderRow | undefined): Said {
  return row === undefined ? { outcome: "unknown" } : { outcome: "found", row };
}

async function askService(
  request: MemberRequest,
  reference: string,
  isOnly: boolean,
): Promise<Said & { reference: string }> {
  try {
    const row = await adoptOrRecognise(request, reference);
    if (row !== "code") return { reference, outcome: "found", row };
    const code = isOnly ? await orderOfRecognised(request, reference) : undefined;
    return { reference, outcome: "code", ...(code === undefined ? {} : { code }) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { kind, message, details } = error;
    const retryAfterSeconds = details.retryAfterSeconds ?? null;
    if (kind === "not-found") return { reference, outcome: "not_found", message };
    if (kind === "too-many")
      return { reference, outcome: "later", message, retryAfterSeconds: retryAfterSeconds ?? 5 };
    return { reference, outcome: "failed", message, retryAfterSeconds };
  }
}
