import "server-only";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Claim, OpenClaimRequest } from "#lib/contracts/claims/claims.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockReveals } from "#server/codes/revealBudget.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { codeOfHandOut, codeOfOrder, type NamedCode } from "./codeOfOrder.ts";
import { findClaim } from "./readClaim.ts";
import { refuseCodeInText } from "./refuseCodeInText.ts";

/**
 * Notes that a code does not work, with what the customer said. From then on it is handed out to nobody, and if it was handed out, its
 * hand-out is disputed. Audited without the text.
 * @throws AppError `forbidden`, `validation` if the text names a code, `conflict` if the code was claimed; those of `codeOfOrder`.
 */
export async function openClaim(request: MemberRequest, input: OpenClaimRequest): Promise<Claim> {
  requirePermission(request, "claims.open");
  await refuseCodeInText(request, input.said, "said");
  const code =
    "handOutId" in input ? await codeOfHandOut(request, input.handOutId) : await codeOfOrder(request, input);
  return request.db.transaction(async (tx) => {
    const id = await writeClaim(tx, request, code, input.said);
    if (id === null)
      throw new AppError("conflict", "This code was claimed before. See it on the page Claims.");
    return findClaim({ ...request, db: tx }, id);
  });
}

/** Writes a claim, unless there is one for the code that was neither refused nor withdrawn: then null. */
export async function writeClaim(
  tx: Transaction,
  { environment, actor, clock }: MemberRequest,
  { row, fingerprint, names, productId, number, deliveredAt }: NamedCode,
  said: string,
): Promise<string | null> {
  // A hand-out at the same moment either is disputed by this claim, or takes another code.
  await lockReveals(tx);
  await lockUntilCommit(tx, lockOfCode(environment, fingerprint));
  const now = clock.now();
  const [written] = await tx
    .insert(claims)
    .values({
      environment,
      orderRow: row.id,
      fingerprint,
      productId,
      number,
      said,
      state: "open",
      openedBy: actor.id,
      openedAt: now,
      deliveredAt,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: claims.id });
  if (written === undefined) return null;
  await noteDisputed(tx, { environment, names, productId }, true);
  await recordAudit(tx, {
    at: now,
    environment,
    actorId: actor.id,
    action: "codes.claim-opened",
    orderRow: row.id,
    details: { claim: written.id, number },
  });
  return written.id;
}

/** What serialises the claims for one code with its hand-out. */
export function lockOfCode(environment: string, fingerprint: Buffer): string {
  return `claim ${environment} ${fingerprint.toString("hex")}`;
}

/** A hand-out is disputed as long as its code is claimed, until the claim is withdrawn. */
export async function noteDisputed(
  tx: Transaction,
  {
    environment,
    names,
    productId,
  }: Pick<NamedCode, "names" | "productId"> & Pick<MemberRequest, "environment">,
  disputed: boolean,
): Promise<void> {
  await tx
    .update(codeHandOuts)
    .set({ state: disputed ? "disputed" : "handed_out" })
    .where(
      and(
        eq(codeHandOuts.environment, environment),
        or(inArray(codeHandOuts.fingerprint, names), isListedAs(names)),
        productId === null ? undefined : eq(codeHandOuts.productId, productId),
      ),
    );
}

/** Versions before may have stored another fingerprint with the hand-out than with the order. */
function isListedAs(names: Buffer[]) {
  return sql`exists (select 1 from ${codeFingerprints} where ${and(
    eq(codeFingerprints.orderRow, codeHandOuts.orderRow),
    eq(codeFingerprints.index, codeHandOuts.index),
    inArray(codeFingerprints.fingerprint, names),
  )})`;
}
