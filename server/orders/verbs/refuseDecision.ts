import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { Decided } from "#lib/contracts/problem.ts";
import { permits } from "#lib/members/roles.ts";
import { toIso } from "#lib/time/instant.ts";
import { allAuditRecords } from "#server/audit/allRecords.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { memberNames } from "#server/orders/ledger/orderView.ts";

/** What a member decided, by the action in the audit log. */
const DECISIONS = {
  "order.approved": "approved",
  "order.declined": "declined",
  "order.withdrawn": "withdrawn",
  "order.closed": "closed",
} as const satisfies Record<string, Decided["decision"]>;

/**
 * Refuses a decision that an order's state does not offer: with who decided before, and what, if that is why, and the member may
 * read it in the timeline; otherwise with `notPossible`.
 * @throws AppError `conflict`, always.
 */
export async function refuseDecision(
  request: MemberRequest,
  orderRow: string,
  { action, notPossible }: { action: OrderAction; notPossible: string },
): Promise<never> {
  const decided = permits(request.actor, "orders.read")
    ? await readDecision(request, orderRow, action)
    : null;
  if (decided === null) throw new AppError("conflict", notPossible);
  if (decided === "lapsed")
    throw new AppError("conflict", "This order has lapsed: nobody decided on it in time. Nothing was sent.");
  const who = decided.by === null ? "You have" : `${decided.by} has`;
  throw new AppError("conflict", `${who} already ${decided.decision} this order.`, { decided });
}

async function readDecision(
  request: MemberRequest,
  orderRow: string,
  action: OrderAction,
): Promise<Decided | "lapsed" | null> {
  const order = await readRow(request.db, orderRow);
  const isOnApproval = action === "approve" || action === "decline";
  // Whether an order was approved says nothing about why it cannot be withdrawn, closed or, later, something else.
  const names = Object.entries(DECISIONS).filter(
    ([, decision]) => decision === order?.state || (isOnApproval && decision !== "closed"),
  );
  const records = allAuditRecords(request.db).as("records");
  const [record] = await request.db
    .select({ actorId: records.actorId, action: records.action, at: records.at, details: records.details })
    .from(records)
    .where(
      and(
        eq(records.orderRow, orderRow),
        inArray(
          records.action,
          names.map(([name]) => name),
        ),
      ),
    )
    .orderBy(desc(records.id))
    .limit(1);
  const decision = names.find(([name]) => name === record?.action)?.[1];
  if (record === undefined || decision === undefined) return null;
  const { actorId, at, details } = record;
  if (details.lapsed === true) return "lapsed";
  const known = await memberNames(request.db, [actorId]);
  const by = actorId === request.actor.id ? null : (known.get(actorId ?? "") ?? "Another member");
  return { by, decision, at: toIso(at) };
}
