import "server-only";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import { MINUTE } from "#lib/time/instant.ts";
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

/**
 * The same before a second factor is added. Who has none yet and no password either depends on what the identity provider says, and some
 * say nothing: for the first factor, a session that was opened lately does. From then on they confirm by it.
 * @throws AppError `reauthentication-required`, saying by what.
 */
export async function requireRecentSignInToAdd(request: SessionRequest): Promise<void> {
  await requireRecent(request, true);
}

async function requireRecent(request: SessionRequest, isAddingFactor: boolean): Promise<void> {
  if (request.sessionId === undefined) return;
  const { reauthenticationMs } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const [session] = await request.db
    .select({
      at: sessions.reauthenticatedAt,
      openedAt: sessions.createdAt,
      memberId: sessions.memberId,
    })
    .from(sessions)
    .where(eq(sessions.id, request.sessionId));
  const isRecent = (at: number) => request.clock.now() - at < reauthenticationMs;
  const at = session?.at ?? null;
  if (at !== null && isRecent(at)) return;
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
  if (isAddingFactor && session !== undefined && isRecent(session.openedAt)) return;
  if (at === null && !isAddingFactor) {
    throw new AppError(
      "reauthentication-required",
      "Your identity provider doesn't say when it last saw you. Add a second factor in the settings, under Account, soon after signing in: you confirm by it from then on.",
      { reauthenticate: "sign-in" },
    );
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
