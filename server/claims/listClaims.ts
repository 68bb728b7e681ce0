import "server-only";
import { and, eq, inArray, lt, lte, type SQL } from "drizzle-orm";
import { SOON } from "#lib/claims/due.ts";
import { claimsWhere } from "#lib/claims/states.ts";
import type { Claims, ClaimsQuery } from "#lib/contracts/claims/claims.ts";
import { MOST_CLAIMS } from "#lib/contracts/claims/claimStates.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { claims } from "#server/db/schema/claims.ts";
import { selectClaims } from "./selectClaims.ts";
import { currentClaimTerms } from "./claimTerms.ts";

/**
 * The register of codes that do not work, the latest claim first. Contains no code.
 * @throws AppError `forbidden`.
 */
export async function listClaims(request: MemberRequest, { state, due }: ClaimsQuery = {}): Promise<Claims> {
  requirePermission(request, "codes.find");
  const terms = await currentClaimTerms(request.db);
  const where = and(
    state === undefined ? undefined : eq(claims.state, state),
    due === undefined ? undefined : dueWhere(due, terms.days, request.clock.now()),
  );
  const rows = await selectClaims(request, terms.days, { where, limit: MOST_CLAIMS + 1 });
  return { items: rows.slice(0, MOST_CLAIMS), hasMore: rows.length > MOST_CLAIMS, terms };
}

/** Claims whose term is over, or ends soon; none without terms. */
function dueWhere(due: NonNullable<ClaimsQuery["due"]>, days: number | null, now: Instant): SQL | undefined {
  const timed = inArray(claims.state, days === null ? [] : claimsWhere(({ isTimed }) => isTimed));
  const until = now - (days ?? 0) * DAY;
  if (due === "overdue") return and(timed, lt(claims.deliveredAt, until));
  return and(timed, lte(claims.deliveredAt, until + SOON));
}
