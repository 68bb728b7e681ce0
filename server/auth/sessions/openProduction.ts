import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { sessions } from "#server/db/schema/members.ts";

/**
 * Opens production for this session, where the account requires members to confirm that it's them first: until the session ends,
 * its pages and calls may act there as far as the member's role allows. Audited once for each session.
 * @throws AppError `reauthentication-required`.
 */
export async function openProduction(request: MemberRequest): Promise<void> {
  const { db, clock, actor, sessionId } = request;
  await requireRecentSignIn(request);
  if (sessionId === undefined) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const opened = await tx
      .update(sessions)
      .set({ productionOpenedAt: now })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.productionOpenedAt)))
      .returning({ id: sessions.id });
    if (opened.length === 0) return;
    await recordAudit(tx, {
      at: now,
      environment: "production",
      actorId: actor.id,
      action: "member.production-opened",
      memberId: actor.id,
    });
  });
}
