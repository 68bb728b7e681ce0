import "server-only";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Claim } from "#lib/contracts/claims/claims.ts";
import { dueOf } from "#lib/claims/due.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { claims } from "#server/db/schema/claims.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";

export type ClaimRow = typeof claims.$inferSelect;

/** The hand-out of a claimed code, if it was handed out. */
const HAND_OUT_OF_CLAIM = and(
  eq(codeHandOuts.environment, claims.environment),
  eq(codeHandOuts.fingerprint, claims.fingerprint),
  eq(codeHandOuts.productId, claims.productId),
);

const PRODUCT_NAME = sql<string | null>`(
  select line ->> 'productName' from jsonb_array_elements(${orders.lines}) line
  where (line ->> 'productId')::bigint = ${claims.productId} limit 1
)`;

const ORDER_OF_REPLACEMENT = sql<string | null>`(
  select coalesce(bringing.external_order_code, bringing.order_id) from orders bringing
  where bringing.id = ${claims.replacementOrderRow}
)`;

/** Reads claims of an environment as members see them, the latest first. `days`: the supplier's term. */
export async function selectClaims(
  { db, environment }: Pick<MemberRequest, "environment"> & { db: Database | Transaction },
  days: number | null,
  { where, limit }: { where?: SQL | undefined; limit: number },
): Promise<Claim[]> {
  const rows = await db
    .select({
      claim: claims,
      openedBy: members.name,
      customerReference: codeHandOuts.customerReference,
      productName: PRODUCT_NAME,
      externalOrderCode: orders.externalOrderCode,
      orderId: orders.orderId,
      replacementOrder: ORDER_OF_REPLACEMENT,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderRow))
    .leftJoin(members, eq(members.id, claims.openedBy))
    .leftJoin(codeHandOuts, HAND_OUT_OF_CLAIM)
    .where(and(eq(claims.environment, environment), where))
    .orderBy(sql`${claims.openedAt} desc`, sql`${claims.id} desc`)
    .limit(limit);
  return rows.map(({ claim, externalOrderCode, orderId, ...more }) =>
    viewOf(claim, { order: referenceOf({ externalOrderCode, orderId }), orderId, days, ...more }),
  );
}

type Beside = Pick<Claim, "order" | "orderId" | "productName" | "openedBy" | "customerReference"> & {
  replacementOrder: string | null;
  days: number | null;
};

function viewOf(row: ClaimRow, { replacementOrder, days, ...beside }: Beside): Claim {
  const { id, state, productId, number, said, supplierReference, reason } = row;
  const { replacementNumber, creditCurrency, creditAmount, creditDay } = row;
  return {
    ...beside,
    id,
    state,
    productId,
    number,
    said,
    supplierReference,
    reason,
    openedAt: toIso(row.openedAt),
    deliveredAt: toIso(row.deliveredAt),
    dueAt: toIsoOrNull(dueOf(state, row.deliveredAt, days)),
    replacement:
      replacementOrder === null || replacementNumber === null
        ? null
        : { order: replacementOrder, number: replacementNumber },
    credit:
      creditCurrency === null || creditAmount === null || creditDay === null
        ? null
        : { currency: creditCurrency, amount: creditAmount, day: creditDay },
  };
}
