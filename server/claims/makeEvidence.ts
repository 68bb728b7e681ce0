import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Claim, Evidence, EvidenceRequest } from "#lib/contracts/claims/claims.ts";
import { toIso } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { revealCode } from "#server/codes/handOut/revealCode.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { readExposure, readSeen } from "#server/orders/lookUp/traceCode.ts";
import { claimNotFound, findClaim } from "./readClaim.ts";
import type { ClaimRow } from "./selectClaims.ts";

/** The most members that are named as having seen a code. */
const MOST_NAMED = 100;

/**
 * All that a supplier needs to check a claim: which code of which order, when it was delivered, and who has had it since. The code itself
 * only where it is asked for, which is a reveal. Audited each time.
 * @throws AppError `forbidden`, `not-found`; with the code, those of `revealCode`.
 */
export async function makeEvidence(
  request: MemberRequest,
  { claimId, whole, reason }: EvidenceRequest & { claimId: string },
): Promise<Evidence> {
  requirePermission(request, "codes.find");
  const claim = await findClaim(request, claimId);
  const { row, order } = await readRows(request, claimId);
  const fields = whole ? await codeOf(request, claim, row, reason) : null;
  const now = request.clock.now();
  await request.db.transaction((tx) =>
    recordAudit(tx, {
      at: now,
      environment: request.environment,
      actorId: request.actor.id,
      action: "codes.claim-evidenced",
      orderRow: order.id,
      details: { claim: claimId, number: claim.number, whole },
    }),
  );
  const [exposure, seen, handedOut] = await Promise.all([
    readExposure(request, [row.fingerprint]),
    readSeen(request, order, row.number, MOST_NAMED),
    readHandOut(request, row),
  ]);
  return {
    claim,
    placedAt: toIso(order.placedAt ?? order.createdAt),
    delivered: order.delivered,
    exposure,
    seen,
    handedOut,
    fields,
    madeAt: toIso(now),
  };
}

async function codeOf(
  request: MemberRequest,
  claim: Claim,
  { fingerprint, productId, number }: ClaimRow,
  reason: string | undefined,
): Promise<Record<string, string>> {
  const known = { reference: claim.order, fingerprint, productId, number, reason };
  const { fields } = await revealCode(request, known);
  return fields;
}

async function readRows(
  { db, environment }: MemberRequest,
  claimId: string,
): Promise<{ row: ClaimRow; order: OrderRow }> {
  const [row] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.id, claimId), eq(claims.environment, environment)));
  const order = row === undefined ? null : await readRow(db, row.orderRow);
  if (row === undefined || order === null) throw claimNotFound();
  return { row, order };
}

async function readHandOut({ db }: MemberRequest, row: ClaimRow): Promise<Evidence["handedOut"]> {
  const { customerReference, takenAt } = codeHandOuts;
  const [handOut] = await db
    .select({ customerReference, takenAt, by: members.name })
    .from(codeHandOuts)
    .innerJoin(members, eq(members.id, codeHandOuts.takenBy))
    .where(
      and(
        eq(codeHandOuts.environment, row.environment),
        eq(codeHandOuts.fingerprint, row.fingerprint),
        row.productId === null ? sql`true` : eq(codeHandOuts.productId, row.productId),
      ),
    )
    .orderBy(desc(takenAt))
    .limit(1);
  return handOut === undefined
    ? null
    : { customerReference: handOut.customerReference, at: toIso(handOut.takenAt), by: handOut.by };
}
