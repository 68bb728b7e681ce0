import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { similarForm, typedForms, valueForms } from "#lib/codes/searchableValue.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { codeFingerprints, codeValues, orders } from "#server/db/schema/orders.ts";
import { fingerprintOf, similarFingerprintOf, valueFingerprintOf } from "./fingerprint.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** Field names of codes with a single field, whose value earlier versions did not store separately. */
const ONLY_FIELDS = ["pin", "code", "value"];
/** A value found in more orders than this does not identify an order. */
const SHOWN = 5;

/** The orders of this environment that delivered the code, the newest first. */
export async function ordersOfCode(
  db: Database | Transaction,
  { fingerprintKey, environment }: Pick<Program, "fingerprintKey"> & Pick<OrderRow, "environment">,
  code: string,
): Promise<OrderRow[]> {
  const forms = typedForms(code);
  const values = [...new Set(forms.flatMap(valueForms))];
  if (values.length === 0) return [];
  const ofValue = db
    .select({ id: codeValues.orderRow })
    .from(codeValues)
    .where(
      inArray(
        codeValues.fingerprint,
        values.map((value) => valueFingerprintOf(fingerprintKey, value)),
      ),
    );
  const wholeCodes = ONLY_FIELDS.flatMap((name) =>
    forms.map((form) => fingerprintOf(fingerprintKey, { fields: { [name]: form } })),
  );
  const ofWholeCode = db
    .select({ id: codeFingerprints.orderRow })
    .from(codeFingerprints)
    .where(inArray(codeFingerprints.fingerprint, wholeCodes));
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.environment, environment), inArray(orders.id, ofValue.union(ofWholeCode))))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SHOWN);
}

/** The orders of this environment that delivered a code which may be taken for this one, the newest first. */
export async function ordersOfSimilarCode(
  db: Database | Transaction,
  { fingerprintKey, environment }: Pick<Program, "fingerprintKey"> & Pick<OrderRow, "environment">,
  code: string,
): Promise<OrderRow[]> {
  const forms = [...new Set(typedForms(code).flatMap((form) => similarForm(form) ?? []))];
  if (forms.length === 0) return [];
  const fingerprints = forms.map((form) => similarFingerprintOf(fingerprintKey, form));
  const ofSimilar = db
    .select({ id: codeValues.orderRow })
    .from(codeValues)
    .where(inArray(codeValues.fingerprint, fingerprints));
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.environment, environment), inArray(orders.id, ofSimilar)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SHOWN);
}

/** Writes one record for each order that was found, or a single record that none was found. */
export async function recordSearch(
  tx: Transaction,
  { clock, environment, actor }: MemberRequest,
  found: readonly Pick<OrderRow, "id">[],
  /** What else the records say of the search. */
  more: Record<string, unknown> = {},
): Promise<void> {
  for (const orderRow of found.length === 0 ? [null] : found.map(({ id }) => id)) {
    await recordAudit(tx, {
      at: clock.now(),
      environment,
      actorId: actor.id,
      action: "codes.searched",
      orderRow,
      details: { found: found.length > 0, ...more },
    });
  }
}

/**
 * Whether a text that was typed as a reference or a filter is a delivered code, of either environment: it must neither be sent in the
 * address of a call nor be stored. Recorded like any search for a code.
 */
export async function isDeliveredCode(request: MemberRequest, text: string): Promise<boolean> {
  return (await environmentOfCode(request, text)) !== null;
}

/** The same with the environment in which it was delivered; null if it is no code. */
export async function environmentOfCode(request: MemberRequest, text: string): Promise<Environment | null> {
  for (const environment of environmentSchema.options) {
    const there = { ...request, environment };
    const found = await ordersOfCode(request.db, there, text);
    if (found.length === 0) continue;
    await request.db.transaction((tx) => recordSearch(tx, there, found));
    return environment;
  }
  return null;
}
