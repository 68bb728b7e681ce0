import "server-only";
import {
  and,
  desc,
  eq,
  inArray,
  isNull,
  lte,
  or,
  sql,
  type Param,
  type Placeholder,
  type SQL,
} from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import {
  readNoticesCursor,
  type Notice,
  type Notices,
  type NoticesQuery,
  type ReadNotices,
  type UnreadNotices,
} from "#lib/contracts/notices/notices.ts";
import { kindsOf } from "#lib/notices/audience.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import { notices } from "#server/db/schema/notices.ts";

const PAGE = 50;

/** The member's own notices of this environment, the latest first, without those that their role may no longer see. */
export async function listNotices(request: MemberRequest, { cursor }: NoticesQuery): Promise<Notices> {
  const [rows, { unread }] = await Promise.all([
    request.db
      .select()
      .from(notices)
      .where(and(shownTo(request), earlierThan(cursor)))
      .orderBy(desc(notices.lastAt), desc(notices.id))
      .limit(PAGE),
    countUnread(request),
  ]);
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return {
    items: rows.map(viewOf),
    unread,
    cursor: last === undefined ? null : `${last.lastAt}_${last.id}`,
  };
}

function earlierThan(cursor: string | undefined): SQL | undefined {
  const last = cursor === undefined ? null : readNoticesCursor(cursor);
  if (last === null) return undefined;
  return sql`(${notices.lastAt}, ${notices.id}) < (${toIso(last.at)}::timestamptz, ${last.id}::uuid)`;
}

const unreadNotices = prepared((db) =>
  db
    .select({ unread: sql<number>`count(*)::int` })
    .from(notices)
    .where(
      and(
        noticesShownTo({
          memberId: sql.placeholder("memberId"),
          kinds: sql.placeholder("kinds"),
          environment: sql.placeholder("environment"),
        }),
        isNull(notices.readAt),
      ),
    )
    .prepare("unread_notices"),
);

/** How many of them are unread. */
export async function countUnread({ db, actor, environment }: MemberRequest): Promise<UnreadNotices> {
  const asked = { memberId: actor.id, kinds: kindsOf(actor), environment };
  const [row] = await unreadNotices(db).execute(asked);
  return { unread: row?.unread ?? 0 };
}

/** Marks notices as read. A notice that grows afterwards is unread again. */
export async function readNotices(request: MemberRequest, input: ReadNotices): Promise<UnreadNotices> {
  const which =
    "ids" in input ? inArray(notices.id, input.ids) : lte(notices.lastAt, Date.parse(input.until));
  await request.db
    .update(notices)
    .set({ readAt: request.clock.now() })
    .where(and(shownTo(request), isNull(notices.readAt), which));
  return countUnread(request);
}

function shownTo({ actor, environment }: MemberRequest): SQL | undefined {
  return noticesShownTo({ memberId: actor.id, kinds: sql.param(kindsOf(actor)), environment });
}

/** The arguments are placeholders in a prepared statement. */
function noticesShownTo({
  memberId,
  kinds,
  environment,
}: {
  memberId: string | Placeholder;
  kinds: Param | Placeholder;
  environment: Environment | Placeholder;
}): SQL | undefined {
  return and(
    eq(notices.memberId, memberId),
    eq(notices.inDashboard, true),
    sql`${notices.kind} = any(${kinds})`,
    or(eq(notices.environment, environment), isNull(notices.environment)),
  );
}

function viewOf(row: typeof notices.$inferSelect): Notice {
  return {
    id: row.id,
    kind: row.kind,
    environment: row.environment,
    count: row.count,
    subjects: row.subjects,
    firstAt: toIso(row.firstAt),
    lastAt: toIso(row.lastAt),
    read: row.readAt !== null,
  };
}
