import "server-only";
import { eq } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";

/**
 * Refuses a session whose member has not shown lately who they are: a copied cookie alone must not reveal codes. A program that acts
 * without a session has no cookie that could be copied.
 * @throws DeskError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignIn(request: DeskRequest): Promise<void> {
  if (request.sessionId === undefined) return;
  const { reauthenticationMs } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const [row] = await request.db
    .select({ at: sessions.reauthenticatedAt, passwordHash: members.passwordHash })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, request.sessionId));
  const at = row?.at ?? null;
  if (at !== null && request.clock.now() - at < reauthenticationMs) return;
  const reauthenticate = row?.passwordHash == null ? "sign-in" : "password";
  const minutes = Math.round(reauthenticationMs / MINUTE);
  throw new DeskError(
    "reauthentication-required",
    reauthenticate === "password"
      ? "Confirm your password to reveal codes."
      : `Sign in again to reveal codes: your last sign-in was more than ${minutes} minutes ago.`,
    { reauthenticate },
  );
}
