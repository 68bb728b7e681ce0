import "server-only";
import { eq, sql } from "drizzle-orm";
import type { ServiceState } from "#lib/contracts/service/serviceState.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isOpenTo } from "#server/context/requirePermission.ts";
import { prepared } from "#server/db/prepared.ts";
import { serviceState } from "#server/db/schema/service.ts";

const stateOfService = prepared((db) =>
  db
    .select({
      unreachableSince: serviceState.unreachableSince,
      notBefore: serviceState.notBefore,
      refusal: serviceState.orderingRefusal,
      refusedAt: serviceState.orderingRefusedAt,
    })
    .from(serviceState)
    .where(eq(serviceState.environment, sql.placeholder("environment")))
    .prepare("state_of_service"),
);

const NOTHING_TOLD: ServiceState = { unreachableSince: null, waitingUntil: null, orderingRefused: null };

/**
 * Whether the service is reachable, judged by its last calls, without calling it. For every member; where they may do nothing, it tells
 * nothing.
 */
export async function readServiceState({
  db,
  environment,
  clock,
  actor,
}: MemberRequest): Promise<ServiceState> {
  if (!isOpenTo(actor)) return NOTHING_TOLD;
  const [row] = await stateOfService(db).execute({ environment });
  const { unreachableSince = null, notBefore = null, refusal = null, refusedAt = null } = row ?? {};
  const isBlocked = notBefore !== null && notBefore > clock.now();
  return {
    unreachableSince: toIsoOrNull(unreachableSince),
    waitingUntil: isBlocked ? toIso(notBefore) : null,
    orderingRefused: refusal === null || refusedAt === null ? null : { refusal, at: toIso(refusedAt) },
  };
}
