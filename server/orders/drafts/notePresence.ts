import "server-only";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Presence, presenceRequestSchema } from "#lib/contracts/orders/drafts.ts";
import { SECOND, toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { draftPresence } from "#server/db/schema/orders.ts";
import { requireDraft } from "./draftRow.ts";

/** A tab that has not reported for this long counts as closed; open tabs report every few seconds. */
const PRESENT_FOR = 20 * SECOND;

/**
 * Records that a tab shows a draft, and which line is edited there; returns which other members have it open. For a member with
 * several tabs, the tab that reported last counts.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function notePresence(
  request: MemberRequest,
  { draftId, tabId, lineId, isLeaving = false }: { draftId: string } & z.output<typeof presenceRequestSchema>,
): Promise<Presence> {
  requirePermission(request, "orders.place");
  const { version } = await requireDraft(request, draftId);
  const { db, actor } = request;
  const seenAt = request.clock.now();
  const entry = { draftId, memberId: actor.id, lineId, seenAt };
  if (isLeaving) {
    await db
      .delete(draftPresence)
      .where(and(eq(draftPresence.tabId, tabId), eq(draftPresence.memberId, actor.id)));
  } else {
    await db
      .insert(draftPresence)
      .values({ tabId, ...entry })
      .onConflictDoUpdate({
        target: draftPresence.tabId,
        set: entry,
        setWhere: eq(draftPresence.memberId, actor.id),
      });
  }
  const since = seenAt - PRESENT_FOR;
  await db.execute(
    sql`delete from ${draftPresence} where ${draftPresence.draftId} = ${draftId}::uuid
      and ${draftPresence.seenAt} <= ${toIso(since)}::timestamptz`,
  );
  const rows = await db
    .selectDistinctOn([draftPresence.memberId], {
      memberId: draftPresence.memberId,
      name: members.name,
      lineId: draftPresence.lineId,
    })
    .from(draftPresence)
    .innerJoin(members, eq(members.id, draftPresence.memberId))
    .where(
      and(
        eq(draftPresence.draftId, draftId),
        ne(draftPresence.memberId, actor.id),
        gt(draftPresence.seenAt, since),
      ),
    )
    .orderBy(draftPresence.memberId, sql`${draftPresence.seenAt} desc`);
  return { version, others: rows };
}
