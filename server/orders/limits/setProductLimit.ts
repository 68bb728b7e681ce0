import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { ProductLimitsView, SetProductLimitRequest } from "#lib/contracts/team/limits.ts";
import { recordAudit } from "#server/audit/record.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { authoriseTeamChange } from "#server/context/teamAuthority.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { productLimits } from "#server/db/schema/limits.ts";
import { listProductLimits } from "./listProductLimits.ts";

/**
 * Sets how many codes of a product the team may order within a number of days, in this environment: with 0 it is blocked, with null its
 * limit is removed. Applies to orders that are confirmed or approved from then on. Audited with the previous value.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation` for a product that the catalog has never had.
 */
export async function setProductLimit(
  request: MemberRequest,
  { productId, codes, days, reason }: SetProductLimitRequest,
): Promise<ProductLimitsView> {
  requirePermission(request, "team.manage");
  requireOpenEnvironment(request);
  await requireRecentSignIn(request);
  if (codes !== null && (await readStoredProducts(request, [productId])).length === 0)
    throw new AppError("validation", `The catalog has no product ${productId}. Check the ID.`);
  const { environment, actor, clock } = request;
  const own = and(eq(productLimits.environment, environment), eq(productLimits.productId, productId));
  await request.db.transaction(async (tx) => {
    await authoriseTeamChange(tx, request);
    // Changes of limits are serialised, so that the record of each has the previous value.
    await lockUntilCommit(tx, "limits");
    const [known] = await tx.delete(productLimits).where(own).returning();
    const before =
      known === undefined ? null : { codes: known.codes, days: known.days, reason: known.reason };
    const after = codes === null ? null : { codes, days, reason };
    if (after !== null) {
      const set = { ...after, updatedAt: clock.now(), updatedBy: actor.id };
      await tx.insert(productLimits).values({ environment, productId, ...set });
    }
    if (isDeepStrictEqual(after, before)) return;
    await recordAudit(tx, {
      at: clock.now(),
      environment,
      actorId: actor.id,
      action: "limit.changed",
      details: { productId, codes, ...(after === null ? {} : { days }), reason, before },
    });
  });
  return listProductLimits(request);
}
