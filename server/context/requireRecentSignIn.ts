import "server-only";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import { HOUR, MINUTE, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { AppError } from "#server/context/errors.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { passkeys, securitySettings, totpAuthenticators } from "#server/db/schema/secondFactor.ts";

/** The part of a request that this check needs; a program that acts without a session has no cookie that could be copied. */
type SessionRequest = Program & Pick<MemberRequest, "sessionId">;

/**
 * Refuses a session whose member has not recently confirmed that it's them: a copied cookie alone must not reveal codes or change
 * settings.
 * @throws AppError `reauthentication-required`, saying how to confirm.
 */
export async function requireRecentSignIn(request: SessionRequest): Promise<void> {
  await requireRecent(request, false);
}

/** How long the operator lets a member add their first second factor who cannot confirm in any other way. */
export const FIRST_FACTOR_MS = HOUR;

/**
 * The same check before a second factor is added. A member who has neither password nor factor, and whose identity provider does
 * not say when it authenticated them, could never add one; the operator allows it, in a session opened after that (`npm run
 * member -- allow-factor`).
 * @throws AppError `reauthentication-required`, saying how to confirm.
 */
export async function requireRecentSignInToAdd(request: SessionRequest): Promise<void> {
  await requireRecent(request, true);
}

async function requireRecent(request: SessionRequest, isAddingFactor: boolean): Promise<void> {
  // An access token was created with this scope by a member who had confirmed; there is no person to ask now.
  if (request.sessionId === undefined) return;
  const { reauthenticationMs } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const [session] = await request.db
    .select({
      at: sessions.reauthenticatedAt,
      openedAt: sessions.createdAt,
      memberId: sessions.memberId,
      firstFactorUntil: members.firstFactorUntil,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, request.sessionId));
  const now = request.clock.now();
  const at = session?.at ?? null;
  if (at !== null && now - at < reauthenticationMs) return;
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
  if (isAddingFactor && session !== undefined && isLetIn(session, now)) return;
  throw new AppError("reauthentication-required", askProviderAgain(at, reauthenticationMs), {
    reauthenticate: "sign-in",
  });
}

function isLetIn(session: { openedAt: Instant; firstFactorUntil: Instant | null }, now: Instant): boolean {
  const { openedAt, firstFactorUntil: until } = session;
  return until !== null && now < until && openedAt >= until - FIRST_FACTOR_MS;
}

/**
 * The message for members who can confirm only at their identity provider, with advice if it does not ask them or does not say
 * when it did.
 */
function askProviderAgain(at: Instant | null, reauthenticationMs: number): string {
  if (at === null) {
    return "Your identity provider doesn't say when it last saw you, so signing in again isn't enough. Ask an administrator to have it send auth_time, or to let you add a second factor.";
  }
  const minutes = Math.round(reauthenticationMs / MINUTE);
  return `Sign in again to continue: your identity provider last saw you more than ${minutes} minutes ago. If it doesn't ask you to sign in, sign out there first.`;
}

/**
 * How a member confirms that it's them: by a second factor if they have one, otherwise by the password. `password` together with
 * a factor: the account requires both.
 */
export async function readIdentityFactors(
  { db, passwordSignIn = true }: Pick<Program, "passwordSignIn"> & { db: Database | Transaction },
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
