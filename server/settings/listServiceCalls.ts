import "server-only";
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { ServiceCallsQuery, ServiceCallsView } from "#lib/contracts/settings.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isOpenTo, requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceCalls } from "#server/db/schema/service.ts";

const SHOWN = 200;

/**
 * The request log: the last calls to the service in this environment that match a filter, redacted when they were recorded; none where
 * the member may do nothing.
 * @throws AppError `forbidden`.
 */
export async function listServiceCalls(
  request: MemberRequest,
  filter: ServiceCallsQuery = {},
): Promise<ServiceCallsView> {
  requirePermission(request, "settings.read");
  if (!isOpenTo(request.actor)) return { calls: [] };
  const rows = await request.db
    .select({ call: serviceCalls, code: orders.externalOrderCode, orderId: orders.orderId })
    .from(serviceCalls)
    .leftJoin(orders, eq(orders.id, serviceCalls.orderRow))
    .where(and(eq(serviceCalls.environment, request.environment), matches(filter)))
    .orderBy(desc(serviceCalls.id))
    .limit(SHOWN);
  const calls = rows.map(({ call, code, orderId }) => ({
    id: call.id,
    at: toIso(call.at),
    operation: call.operation,
    statusCode: call.statusCode,
    failure: call.failure,
    message: call.message,
    durationMs: call.durationMs,
    attempt: call.attempt,
    order: code ?? orderId,
  }));
  return { calls };
}

/** A call without an answer has no status, whatever its failure. */
const OUTCOMES: Record<NonNullable<ServiceCallsQuery["outcome"]>, SQL | undefined> = {
  succeeded: isNull(serviceCalls.failure),
  failed: and(isNotNull(serviceCalls.failure), isNotNull(serviceCalls.statusCode)),
  "no-answer": and(isNotNull(serviceCalls.failure), isNull(serviceCalls.statusCode)),
};

function matches({ outcome, operation, from, to }: ServiceCallsQuery): SQL | undefined {
  return and(
    outcome === undefined ? undefined : OUTCOMES[outcome],
    operation === undefined ? undefined : eq(serviceCalls.operation, operation),
    from === undefined ? undefined : gte(serviceCalls.at, Date.parse(from)),
    to === undefined ? undefined : lt(serviceCalls.at, Date.parse(to)),
  );
}
