import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { sessions } from "#server/db/schema/members.ts";
import type { SessionToken } from "./readToken.ts";

/** Signs out: the row is revoked, so that a copied cookie no longer works. Doing it twice counts as one sign-out. */
export async function closeSession(program: Program, token: SessionToken): Promise<void> {
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.id, token.sid), eq(sessions.memberId, token.sub), isNull(sessions.revokedAt)))
      .returning({ id: sessions.id });
    if (!closed) return;
    await recordAudit(tx, {
      at: now,
      action: "member.signed-out",
      actorId: token.sub,
      memberId: token.sub,
    });
  });
}
