import "server-only";
import { and, eq, exists, isNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DraftsToTransfer } from "#lib/contracts/team/team.ts";
import { VIEW_NAME_LIMIT } from "#lib/contracts/text/viewName.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { neededDrafts } from "#server/db/neededDrafts.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { authoriseMemberRead, readRoleOf } from "#server/context/teamAuthority.ts";
import { lockMemberToChange } from "./lockMemberToChange.ts";

/** How many names of drafts are recorded, and told to their owner. */
const NAMED = 5;

/**
 * Counts a member's drafts in this environment that are still needed (`neededDrafts`).
 * @throws AppError `forbidden`, also for a member with more permissions here than the actor.
 */
export async function countDrafts(
  request: MemberRequest,
  { memberId }: { memberId: string },
): Promise<DraftsToTransfer> {
  await authoriseMemberRead(request, memberId, request.environment);
  return { drafts: await request.db.$count(drafts, isTheirs(request, memberId)) };
}

/**
 * Transfers these drafts to another member, for example when somebody leaves. Each keeps its lines and gets a name, so that it does
 * not collide with the drafts that the other member has. It still belongs to the order that it was made from, which may yet deliver
 * what the draft would buy again, or whose codes another draft may have bought already; the name of a second draft for that order
 * says so. Audited, and told to the owner by a notice.
 * @throws AppError `forbidden` as for counting them, `not-found`, `reauthentication-required`, `conflict` for a member who cannot order here.
 */
export async function transferDrafts(
  request: MemberRequest,
  { memberId, to }: { memberId: string; to: string },
): Promise<DraftsToTransfer> {
  await requireRecentSignIn(request);
  const { environment, actor, clock } = request;
  return request.db.transaction(async (tx) => {
    await lockMemberToChange(tx, request, memberId, environment);
    const { isActive, grants } = await readRoleOf(tx, to);
    if (to === memberId || !isActive || !grants[environment].includes("orders.place")) {
      const message = "Choose another member who can place orders here.";
      throw new AppError("conflict", message, { fields: { to: message } });
    }
    const owner = sql`(select ${members.name} from ${members} where ${members.id} = ${memberId})`;
    const theirs = alias(drafts, "theirs");
    const hasOne = exists(
      tx
        .select({ id: theirs.id })
        .from(theirs)
        .where(
          and(
            eq(theirs.memberId, to),
            eq(theirs.environment, environment),
            eq(theirs.origin, drafts.origin),
            isNull(theirs.deletedAt),
          ),
        ),
    );
    const moved = await tx
      .update(drafts)
      .set({
        memberId: to,
        name: sql`left(
          coalesce(${drafts.name}, 'Draft of ' || ${owner})
            || case when ${drafts.name} is null or ${hasOne} then coalesce(' for ' || ${drafts.origin}, '') else '' end,
          ${VIEW_NAME_LIMIT})`,
        version: sql`${drafts.version} + 1`,
      })
      .where(isTheirs(request, memberId))
      .returning({ name: drafts.name });
    if (moved.length > 0) {
      const names = moved.flatMap(({ name }) => name ?? []).toSorted();
      await recordAudit(tx, {
        at: clock.now(),
        environment,
        actorId: actor.id,
        action: "member.drafts-transferred",
        memberId,
        details: { drafts: moved.length, names: names.slice(0, NAMED), to },
      });
    }
    return { drafts: moved.length };
  });
}

function isTheirs({ environment }: MemberRequest, memberId: string): SQL | undefined {
  return and(
    eq(drafts.memberId, memberId),
    eq(drafts.environment, environment),
    isNull(drafts.deletedAt),
    neededDrafts(),
  );
}
