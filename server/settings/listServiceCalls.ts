import "server-only";
import { desc, eq } from "drizzle-orm";
import type { ServiceCallsView } from "#lib/contracts/settings.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isOpenTo, requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceCalls } from "#server/db/schema/service.ts";

const SHOWN = 200;

/**
 * The request log: the last calls to the service in this environment, redacted when they were recorded; none where the member may do
 * nothing.
 * @throws AppError `forbidden`.
 */
export async function listServiceCalls(request: MemberRequest): Promise<ServiceCallsView> {
  requirePermission(request, "settings.read");
  if (!isOpenTo(request.actor)) return { calls: [] };
  const rows = await request.db
    .select({ call: serviceCalls, code: orders.externalOrderCode, orderId: orders.orderId })
    .from(serviceCalls)
    .leftJoin(orders, eq(orders.id, serviceCalls.orderRow))
    .where(eq(serviceCalls.environment, request.environment))
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
