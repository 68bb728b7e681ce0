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

/** What a step-up needs of a request; a program that acts without a session has no cookie that could be copied. */
type SessionRequest = Program & Pick<MemberRequest, "sessionId">;

/**
 * Refuses a session whose member has not shown lately who they are: a copied cookie alone must not reveal codes or change settings.
 * @throws AppError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignIn(request: SessionRequest): Promise<void> {
  await requireRecent(request, false);
}

/** For how long the operator lets a member add the first second factor who can confirm by nothing else. */
export const FIRST_FACTOR_MS = HOUR;

/**
 * The same before a second factor is added. A member whose identity provider does not say when it saw them, and who has neither password
 * nor factor, could never add one: the operator lets them, in a session opened after that (`npm run member -- allow-factor`).
 * @throws AppError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignInToAdd(request: SessionRequest): Promise<void> {
  await requireRecent(request, true);
}

async function requireRecent(request: SessionRequest, isAddingFactor: boolean): Promise<void> {
  // A token was made by somebody who had confirmed it, with this scope: there is no person to ask.
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

/** What members read who can only show who they are to their identity provider, and what helps where it does not ask or does not say. */
function askProviderAgain(at: Instant | null, reauthenticationMs: number): string {
  if (at === null) {
    return "Your identity provider doesn't say when it last saw you, so signing in again isn't enough. Ask whoever runs Codedesk to have it send auth_time, or to let you add a second factor.";
  }
  const minutes = Math.round(reauthenticationMs / MINUTE);
  return `Sign in again to continue: your identity provider last saw you more than ${minutes} minutes ago. If it doesn't ask you to sign in, sign out there first.`;
}

/**
 * How a member confirms who they are: by the second factor where they have one, else by the password. `password` besides a factor:
 * the account asks for both.
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
