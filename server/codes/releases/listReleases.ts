import "server-only";
import { and, desc, eq, gt, isNotNull, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Releases } from "#lib/contracts/codes/exportCodes.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { DAY, toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { exportReleases } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";

/** After this time, an undecided request is no longer shown. */
const SHOWN_MS = 7 * DAY;
const MOST = 100;

/**
 * The team's open requests for exports and hand-outs, and the member's own of the last days, the latest first. Of hand-outs, only those that
 * are still of use.
 * @throws AppError `forbidden`.
 */
export async function listReleases(request: MemberRequest): Promise<Releases> {
  requirePermission(request, "codes.reveal");
  const decider = alias(members, "decider");
  const rows = await request.db
    .select({
      release: exportReleases,
      requestedBy: members.name,
      decidedBy: decider.name,
      externalOrderCode: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(exportReleases)
    .leftJoin(orders, eq(orders.id, exportReleases.orderRow))
    .innerJoin(members, eq(members.id, exportReleases.requestedBy))
    .leftJoin(decider, eq(decider.id, exportReleases.decidedBy))
    .where(
      and(
        eq(exportReleases.environment, request.environment),
        gt(exportReleases.requestedAt, request.clock.now() - SHOWN_MS),
        or(eq(exportReleases.state, "requested"), eq(exportReleases.requestedBy, request.actor.id)),
        or(
          isNotNull(exportReleases.orderRow),
          eq(exportReleases.state, "requested"),
          and(eq(exportReleases.state, "released"), gt(exportReleases.validUntil, request.clock.now())),
        ),
      ),
    )
    .orderBy(desc(exportReleases.requestedAt))
    .limit(MOST);
  return {
    items: rows.map(({ release, requestedBy, decidedBy, ...order }) => ({
      id: release.id,
      reference: release.orderRow === null ? null : referenceOf(order),
      requestedBy,
      isOwn: release.requestedBy === request.actor.id,
      requestedAt: toIso(release.requestedAt),
      first: release.first,
      count: release.count,
      handedOut: release.handedOut,
      reason: release.reason,
      state: release.state,
      decidedBy,
      validUntil: toIsoOrNull(release.validUntil),
    })),
  };
}
