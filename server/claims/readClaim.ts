import "server-only";
import { eq } from "drizzle-orm";
import type { Claim } from "#lib/contracts/claims/claims.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { claims } from "#server/db/schema/claims.ts";
import { currentClaimTerms } from "./claimTerms.ts";
import { selectClaims } from "./selectClaims.ts";

/**
 * One claim.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function readClaim(request: MemberRequest, { claimId }: { claimId: string }): Promise<Claim> {
  requirePermission(request, "codes.find");
  return findClaim(request, claimId);
}

/**
 * The same for a caller who has checked the permission.
 * @throws AppError `not-found`.
 */
export async function findClaim(
  request: Pick<MemberRequest, "environment"> & { db: Database | Transaction },
  claimId: string,
): Promise<Claim> {
  const { days } = await currentClaimTerms(request.db);
  const [claim] = await selectClaims(request, days, { where: eq(claims.id, claimId), limit: 1 });
  if (claim === undefined) throw claimNotFound();
  return claim;
}

export function claimNotFound(): AppError {
  return new AppError("not-found", "This claim was not found. Reload the page.");
}
