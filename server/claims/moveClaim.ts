import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { canMove, CLAIMS } from "#lib/claims/states.ts";
import type { Claim, MoveClaimRequest } from "#lib/contracts/claims/claims.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeOfOrder, type NamedCode } from "./codeOfOrder.ts";
import { readCredit, requireLeft, type Credit } from "./credit.ts";
import { lockOfCode, noteDisputed } from "./openClaim.ts";
import { claimNotFound, findClaim } from "./readClaim.ts";
import { refuseCodeInText } from "./refuseCodeInText.ts";
import type { ClaimRow } from "./selectClaims.ts";

/**
 * Brings a claim to another state. A code that replaces it has to be one of the team's orders in this environment, and replaces one code
 * only; a credit has to be part of a movement of the wallet that no order explains and no other claim has used up. Audited.
 * @throws AppError `forbidden`, `not-found`, `conflict`; those of `codeOfOrder` and `readCredit`.
 */
export async function moveClaim(
  request: MemberRequest,
  { claimId, ...move }: MoveClaimRequest & { claimId: string },
): Promise<Claim> {
  requirePermission(request, CLAIMS[move.to].permission);
  if (move.to === "refused") await refuseCodeInText(request, move.reason, "reason");
  if (move.to === "sent") await refuseCodeInText(request, move.supplierReference, "supplierReference");
  const settling = {
    replacement: move.to === "replaced" ? await codeOfOrder(request, move) : null,
    credit: move.to === "credited" ? await readCredit(request, move) : null,
  };
  await request.db.transaction((tx) => writeMove(tx, request, claimId, move, settling));
  return findClaim(request, claimId);
}

/** What was found of what settles a claim, before anything is locked. */
type Settling = { replacement: NamedCode | null; credit: Credit | null };

async function writeMove(
  tx: Transaction,
  request: MemberRequest,
  claimId: string,
  move: MoveClaimRequest,
  { replacement, credit }: Settling,
): Promise<void> {
  const { environment, actor, clock } = request;
  const row = await lockClaim(tx, request, claimId, replacement);
  if (!canMove(row.state, move.to)) throw wrongState(row, move);
  if (replacement !== null) await requireUnused(tx, row, replacement);
  if (credit !== null) await requireLeft(tx, request, credit);
  const now = clock.now();
  await tx
    .update(claims)
    .set({ ...columnsOf(move, replacement), state: move.to, updatedAt: now })
    .where(eq(claims.id, claimId));
  const names = [row.fingerprint];
  if (move.to === "withdrawn")
    await noteDisputed(tx, { environment, names, productId: row.productId }, false);
  await recordAudit(tx, {
    at: now,
    environment,
    actorId: actor.id,
    action: "codes.claim-moved",
    orderRow: row.orderRow,
    details: { claim: claimId, number: row.number, from: row.state, ...move },
  });
}

/** The claim, locked together with its code, and with the one that replaces it. */
async function lockClaim(
  tx: Transaction,
  { environment }: MemberRequest,
  claimId: string,
  replacement: NamedCode | null,
): Promise<ClaimRow> {
  const ofClaim = and(eq(claims.id, claimId), eq(claims.environment, environment));
  const [known] = await tx.select({ fingerprint: claims.fingerprint }).from(claims).where(ofClaim);
  if (known === undefined) throw claimNotFound();
  const codes = [known.fingerprint, ...(replacement === null ? [] : [replacement.fingerprint])];
  // In one order, whichever of them is claimed.
  await lockUntilCommit(tx, ...codes.map((each) => lockOfCode(environment, each)).toSorted());
  const [row] = await tx.select().from(claims).where(ofClaim).for("update");
  if (row === undefined) throw claimNotFound();
  return row;
}

function wrongState({ state }: ClaimRow, { to }: MoveClaimRequest): AppError {
  const is = CLAIMS[state].label.toLowerCase();
  return new AppError(
    "conflict",
    state === to
      ? `This claim is ${is} already.`
      : `This claim is ${is} by now, so it can't be changed to ${CLAIMS[to].label.toLowerCase()}. Reload the page.`,
  );
}

/** Requires that a code replaces no other one, and not itself. The caller has locked it; an index of the database says the same. */
async function requireUnused(tx: Transaction, row: ClaimRow, replacement: NamedCode): Promise<void> {
  const { fingerprint, productId } = replacement;
  if (row.fingerprint.equals(fingerprint) && row.productId === productId)
    throw new AppError("conflict", "This is the code that does not work. Enter the one that replaces it.", {
      fields: { number: "Enter another code." },
    });
  const [used] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.environment, row.environment),
        eq(claims.replacementFingerprint, fingerprint),
        productId === null ? isNull(claims.replacementProductId) : eq(claims.replacementProductId, productId),
      ),
    );
  if (used === undefined) return;
  throw new AppError("conflict", "This code replaces another one already.", {
    fields: { number: "Enter a code that replaces no other one." },
  });
}

function columnsOf(move: MoveClaimRequest, replacement: NamedCode | null): Partial<ClaimRow> {
  switch (move.to) {
    case "sent":
      return { supplierReference: move.supplierReference === "" ? null : move.supplierReference };
    case "replaced":
      return {
        replacementOrderRow: replacement?.row.id ?? null,
        replacementFingerprint: replacement?.fingerprint ?? null,
        replacementProductId: replacement?.productId ?? null,
        replacementNumber: replacement?.number ?? null,
      };
    case "credited":
      return { creditCurrency: move.currency, creditAmount: move.amount, creditDay: move.day };
    case "refused":
      return { reason: move.reason };
    case "withdrawn":
      return {};
  }
}
