import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { claimsWhere } from "#lib/claims/states.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeOfHandOut, type NamedCode } from "./codeOfOrder.ts";
import { moveClaim } from "./moveClaim.ts";
import { writeClaim } from "./openClaim.ts";

/**
 * Records that a customer disputes a code, which opens a claim for it, or no longer does, which withdraws the claim. The code never becomes
 * unused again. Nothing changes where two tabs or a second click say the same twice.
 * @throws AppError `forbidden`, `not-found`; `conflict` if the claim was settled.
 */
export async function disputeHandOut(
  request: MemberRequest,
  { handOutId, disputed }: { handOutId: string; disputed: boolean },
): Promise<{ state: "handed_out" | "disputed" }> {
  requirePermission(request, "claims.open");
  const code = await codeOfHandOut(request, handOutId);
  if (disputed) {
    await request.db.transaction((tx) => writeClaim(tx, request, code, ""));
    return { state: "disputed" };
  }
  const claimId = await claimOf(request, code);
  if (claimId !== null) await moveClaim(request, { claimId, to: "withdrawn" });
  return { state: "handed_out" };
}

async function claimOf({ db, environment }: MemberRequest, code: NamedCode): Promise<string | null> {
  const [claim] = await db
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.environment, environment),
        inArray(claims.fingerprint, code.names),
        code.productId === null ? undefined : eq(claims.productId, code.productId),
        inArray(claims.state, [...claimsWhere(({ hasFailed }) => hasFailed)]),
      ),
    )
    .limit(1);
  return claim?.id ?? null;
}
