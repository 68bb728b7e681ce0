import "server-only";
import { and, desc, eq, gte, inArray, isNull, lt, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { AuditEntryView, AuditPage, AuditQuery } from "#lib/contracts/audit/audit.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { readableEnvironments } from "#server/context/requireStill.ts";
import { slowRead } from "#server/context/slowRead.ts";
import { codeMisses, signInFailures } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { allAuditRecords } from "./allRecords.ts";

const actors = alias(members, "actors");
/** How many records are searched for the actions to choose from: searching the whole table would become slow. */
const RECENT = 5_000;

/**
 * The audit log of the account and of the environments that are open to the member and their session, newest first.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function listAudit(request: MemberRequest, query: AuditQuery): Promise<AuditPage> {
  const environments = await readableEnvironments(request, "audit.read");
  const [page, actions] = await Promise.all([
    pageWithin(request, environments, query),
    recentActions(request, environments),
  ]);
  return { ...page, actions };
}

/**
 * One page of the log. What the member may see is found out anew for each, since reading all of them takes minutes.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function readAuditPage(
  request: MemberRequest,
  query: AuditQuery,
): Promise<Pick<AuditPage, "items" | "nextCursor">> {
  return pageWithin(request, await readableEnvironments(request, "audit.read"), query, Infinity);
}

async function pageWithin(
  request: MemberRequest,
  environments: readonly Environment[],
  query: AuditQuery,
  mostWaiting?: number,
): Promise<Pick<AuditPage, "items" | "nextCursor">> {
  const rows = await slowRead(request, async () => readPage(request, environments, query), mostWaiting);
  const items = rows.slice(0, query.take).map(toView);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > query.take && last ? last.id : null };
}

type Entries = ReturnType<typeof entriesOf>;
type Row = Awaited<ReturnType<typeof readPage>>[number];

function readPage(request: MemberRequest, environments: readonly Environment[], query: AuditQuery) {
  const { q, member, action, from, to, cursor } = query;
  const entries = entriesOf(request);
  return request.db
    .select({
      record: {
        id: entries.id,
        at: entries.at,
        environment: entries.environment,
        action: entries.action,
        fromState: entries.fromState,
        toState: entries.toState,
        details: entries.details,
        token: entries.token,
      },
      actor: actors,
      member: members,
      order: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(entries)
    .leftJoin(actors, eq(actors.id, entries.actorId))
    .leftJoin(members, eq(members.id, entries.memberId))
    .leftJoin(orders, eq(orders.id, entries.orderRow))
    .where(
      and(
        isOfThese(entries.environment, environments),
        q === undefined ? undefined : contains(q, entries),
        member === undefined ? undefined : or(eq(entries.actorId, member), eq(entries.memberId, member)),
        action === undefined ? undefined : eq(entries.action, action),
        from === undefined ? undefined : gte(entries.at, Date.parse(from)),
        to === undefined ? undefined : lt(entries.at, Date.parse(to)),
        cursor === undefined ? undefined : lt(entries.id, BigInt(cursor)),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(query.take + 1);
}

/** Single records, and the counts of failed sign-ins and of texts that were no codes. All take their ids from one sequence. */
function entriesOf({ db }: MemberRequest) {
  const failed = db
    .select({
      id: signInFailures.id,
      at: signInFailures.firstAt,
      environment: nothing("text"),
      actorId: nothing("uuid"),
      action: sql<string>`${"member.sign-in-failed" satisfies AuditAction}::text`,
      orderRow: nothing("uuid"),
      memberId: signInFailures.memberId,
      fromState: nothing("text"),
      toState: nothing("text"),
      details: sql<Record<string, unknown>>`jsonb_strip_nulls(jsonb_build_object(
        'count', ${signInFailures.count},
        'address', ${signInFailures.address},
        'lastAt', ${utc(signInFailures.lastAt)},
        'reason', ${signInFailures.reason}
      ))`,
      token: nothing("text"),
    })
    .from(signInFailures);
  const missed = db
    .select({
      id: codeMisses.id,
      at: codeMisses.firstAt,
      environment: codeMisses.environment,
      actorId: codeMisses.memberId,
      action: sql<string>`${"codes.missed" satisfies AuditAction}::text`,
      orderRow: nothing("uuid"),
      memberId: nothing("uuid"),
      fromState: nothing("text"),
      toState: nothing("text"),
      details: sql<Record<string, unknown>>`jsonb_build_object(
        'count', ${codeMisses.count},
        'lastAt', ${utc(codeMisses.lastAt)}
      )`,
      token: nothing("text"),
    })
    .from(codeMisses);
  return unionAll(allAuditRecords(db), failed, missed).as("entries");
}

function utc(column: SQLWrapper): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

function nothing(type: "text" | "uuid") {
  return sql<null>`null::${sql.raw(type)}`;
}

/** Whether anything that a record's row shows contains the text. */
function contains(text: string, entries: Entries): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`concat_ws(' ', ${orders.externalOrderCode}, ${orders.orderId}, ${actors.name}, ${actors.email}, ${members.name},
    ${members.email}, ${entries.action}, ${entries.token}, ${entries.details}::text) ilike ${pattern}`;
}

/** Records of the account as a whole belong to no environment. */
function isOfThese(column: SQLWrapper, environments: readonly Environment[]): SQL | undefined {
  return or(isNull(column), inArray(column, environments));
}

async function recentActions(
  request: MemberRequest,
  environments: readonly Environment[],
): Promise<string[]> {
  const records = allAuditRecords(request.db).as("records");
  const recent = request.db
    .select({ action: records.action })
    .from(records)
    .where(isOfThese(records.environment, environments))
    .orderBy(desc(records.id))
    .limit(RECENT)
    .as("recent");
  const rows = await request.db.selectDistinct({ action: recent.action }).from(recent);
  const failed = await request.db.select({ id: signInFailures.id }).from(signInFailures).limit(1);
  const missed = await request.db
    .select({ id: codeMisses.id })
    .from(codeMisses)
    .where(inArray(codeMisses.environment, [...environments]))
    .limit(1);
  const actions = new Set(rows.map(({ action }) => action));
  if (missed.length > 0) actions.add("codes.missed");
  if (failed.length > 0) actions.add("member.sign-in-failed");
  return [...actions].toSorted();
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
    token: record.token,
  };
}

function person(row: typeof members.$inferSelect | null): AuditEntryView["actor"] {
  return row === null ? null : { id: row.id, name: row.name, email: row.email };
}
