import "server-only";
import { eq } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";

/**
 * Refuses a session whose member has not shown lately who they are: a copied cookie alone must not reveal codes. A program that acts
 * without a session has no cookie that could be copied.
 * @throws AppError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignIn(request: MemberRequest): Promise<void> {
  if (request.sessionId === undefined) return;
  const { reauthenticationMs } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const [row] = await request.db
    .select({ at: sessions.reauthenticatedAt, passwordHash: members.passwordHash })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, request.sessionId));
  const at = row?.at ?? null;
  if (at !== null && request.clock.now() - at < reauthenticationMs) return;
  const hasPassword = row?.passwordHash != null && (request.passwordSignIn ?? true);
  const reauthenticate = hasPassword ? "password" : "sign-in";
  const minutes = Math.round(reauthenticationMs / MINUTE);
  throw new AppError(
    "reauthentication-required",
    reauthenticate === "password"
      ? "Confirm your password to reveal codes."
      : `Sign in again to reveal codes: your last sign-in was more than ${minutes} minutes ago.`,
    { reauthenticate },
  );
}
