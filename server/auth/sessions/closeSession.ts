import "server-only";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { endSession } from "./endSession.ts";
import type { SessionToken } from "./readToken.ts";

/** Signs out: the row is revoked, so that a copied cookie no longer works. Doing it twice counts as one sign-out. */
export async function closeSession(program: Program, token: SessionToken): Promise<void> {
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    if (!(await endSession(tx, token, now))) return;
    await recordAudit(tx, {
      at: now,
      action: "member.signed-out",
      actorId: token.sub,
      memberId: token.sub,
    });
  });
}
