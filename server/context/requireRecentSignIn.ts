import "server-only";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { passkeys, securitySettings, totpAuthenticators } from "#server/db/schema/secondFactor.ts";

/** What a step-up needs of a request; a program that acts without a session has no cookie that could be copied. */
type SessionRequest = Program & Pick<MemberRequest, "sessionId">;

/**
 * Refuses a session whose member has not shown lately who they are: a copied cookie alone must not reveal codes or change settings.
 * @throws AppError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignIn(request: SessionRequest): Promise<void> {
  if (request.sessionId === undefined) return;
  const { reauthenticationMs } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const [session] = await request.db
    .select({ at: sessions.reauthenticatedAt, memberId: sessions.memberId })
    .from(sessions)
    .where(eq(sessions.id, request.sessionId));
  const at = session?.at ?? null;
  if (at !== null && request.clock.now() - at < reauthenticationMs) return;
  const factors = await readIdentityFactors(request, session?.memberId ?? "");
  if (factors.totp || factors.passkey) {
    throw new AppError("reauthentication-required", "Confirm that it's you with your second factor.", {
      reauthenticate: "second-factor",
      factors,
    });
  }
  if (factors.password) {
    throw new AppError("reauthentication-required", "Confirm your password to continue.", {
      reauthenticate: "password",
      factors,
    });
  }
  const minutes = Math.round(reauthenticationMs / MINUTE);
  throw new AppError(
    "reauthentication-required",
    `Sign in again to continue: your last sign-in was more than ${minutes} minutes ago.`,
    { reauthenticate: "sign-in" },
  );
}

/**
 * How a member confirms who they are: by the second factor where they have one, else by the password. `password` besides a factor:
 * the account asks for both.
 */
export async function readIdentityFactors(
  { db, passwordSignIn = true }: Pick<Program, "db" | "passwordSignIn">,
  memberId: string,
): Promise<IdentityFactors> {
  const [member] = await db
    .select({
      passwordHash: members.passwordHash,
      totp: totpAuthenticators.memberId,
      passkey: exists(
        db
          .select({ one: sql`1` })
          .from(passkeys)
          .where(eq(passkeys.memberId, members.id)),
      ).mapWith(Boolean),
    })
    .from(members)
    .leftJoin(
      totpAuthenticators,
      and(eq(totpAuthenticators.memberId, members.id), isNotNull(totpAuthenticators.secret)),
    )
    .where(eq(members.id, memberId));
  const hasPassword = member?.passwordHash != null && passwordSignIn;
  const totp = member?.totp != null;
  const passkey = member?.passkey ?? false;
  if (!totp && !passkey) return { totp, passkey, password: hasPassword };
  const [settings] = await db
    .select({ confirmWithPassword: securitySettings.confirmWithPassword })
    .from(securitySettings);
  return { totp, passkey, password: hasPassword && (settings?.confirmWithPassword ?? false) };
}
