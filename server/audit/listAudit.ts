import "server-only";
import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuditEntryView, AuditPage, AuditQuery } from "#lib/contracts/audit.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";

const actors = alias(members, "actors");
/** How far back to look for actions to choose from: the whole table would be slow one day. */
const RECENT = 5_000;

/**
 * What was done, the latest first, in both environments.
 * @throws DeskError `forbidden`.
 */
export async function listAudit(request: DeskRequest, query: AuditQuery): Promise<AuditPage> {
  requirePermission(request, "audit.read");
  const [rows, actions] = await Promise.all([readPage(request, query), recentActions(request)]);
  const items = rows.slice(0, query.take).map(toView);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > query.take && last ? last.id : null, actions };
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

function readPage(request: DeskRequest, query: AuditQuery) {
  const { member, action, from, to, cursor } = query;
  return request.db
    .select({
      record: auditRecords,
      actor: actors,
      member: members,
      order: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(auditRecords)
    .leftJoin(actors, eq(actors.id, auditRecords.actorId))
    .leftJoin(members, eq(members.id, auditRecords.memberId))
    .leftJoin(orders, eq(orders.id, auditRecords.orderRow))
    .where(
      and(
        member === undefined
          ? undefined
          : or(eq(auditRecords.actorId, member), eq(auditRecords.memberId, member)),
        action === undefined ? undefined : eq(auditRecords.action, action),
        from === undefined ? undefined : gte(auditRecords.at, Date.parse(from)),
        to === undefined ? undefined : lt(auditRecords.at, Date.parse(to)),
        cursor === undefined ? undefined : lt(auditRecords.id, BigInt(cursor)),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(query.take + 1);
}

async function recentActions(request: DeskRequest): Promise<string[]> {
  const recent = request.db
    .select({ action: auditRecords.action })
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(RECENT)
    .as("recent");
  const rows = await request.db
    .selectDistinct({ action: recent.action })
    .from(recent)
    .orderBy(sql`1`);
  return rows.map(({ action }) => action);
}

function toView({ record, actor, member, order, orderId }: Row): AuditEntryView {
  return {
    id: String(record.id),
    at: toIso(record.at),
    environment: record.environment,
    actor: person(actor),
    action: record.action,
    member: person(member),
    order: order ?? orderId,
    fromState: record.fromState,
    toState: record.toState,
    details: record.details,
  };
}

function person(row: typeof members.$inferSelect | null): AuditEntryView["actor"] {
  return row === null ? null : { id: row.id, name: row.name, email: row.email };
}
