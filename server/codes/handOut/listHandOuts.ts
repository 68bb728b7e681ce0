import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { MOST_HAND_OUTS, type HandOutHistory } from "#lib/contracts/codes/handOut.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { isOfCustomer } from "./isOfCustomer.ts";

/**
 * What a customer was handed, the latest first, without a code: which product, when, by whom, of which order.
 * @throws AppError `forbidden`.
 */
export async function listHandOuts(
  request: MemberRequest,
  { customerReference }: { customerReference: string },
): Promise<HandOutHistory> {
  requirePermission(request, "codes.find");
  const { id, productId, state, takenAt, takenBy, orderRow, environment } = codeHandOuts;
  const productName = sql<string | null>`(
    select line ->> 'productName' from jsonb_array_elements(${orders.lines}) line
    where (line ->> 'productId')::bigint = ${productId} limit 1
  )`;
  const rows = await request.db
    .select({
      id,
      productId,
      productName,
      state,
      takenAt,
      takenBy: members.name,
      customerReference: codeHandOuts.customerReference,
      externalOrderCode: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(codeHandOuts)
    .innerJoin(orders, eq(orders.id, orderRow))
    .innerJoin(members, eq(members.id, takenBy))
    .where(and(eq(environment, request.environment), isOfCustomer(customerReference)))
    .orderBy(desc(takenAt), desc(id))
    .limit(MOST_HAND_OUTS + 1);
  return {
    hasMore: rows.length > MOST_HAND_OUTS,
    items: rows.slice(0, MOST_HAND_OUTS).map(({ externalOrderCode, orderId, ...row }) => ({
      ...row,
      order: referenceOf({ externalOrderCode, orderId }),
      takenAt: toIso(row.takenAt),
    })),
  };
}
