import "server-only";
import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { lockMemberToSignIn } from "./lockMemberToSignIn.ts";
import { hasSecondFactor, memberFactors } from "./memberFactors.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { AppError } from "#server/context/errors.ts";
import { addressGroup, UNKNOWN_ADDRESS } from "#server/http/clientAddress.ts";
import { readDeviceId } from "./deviceCookie.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { SESSIONS_PER_MEMBER, SESSION_LIFETIME_MS } from "./limits.ts";

/** What a session remembers of the client that opened it. */
export type SessionClient = {
  userAgent: string | null;
  address: string | null;
  /** The id of the browser: that of its cookie, or a new one, which the answer's cookie has to bring. */
  device: string;
};

export function clientOf({
  headers,
  address,
  settings,
}: {
  headers: Headers;
  address: string;
  settings: AuthSettings;
}): SessionClient {
  return {
    device: readDeviceId(headers, settings) ?? randomUUID(),
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
    address: address === UNKNOWN_ADDRESS ? null : addressGroup(address),
  };
}

export type OpenedBy = Pick<SessionClient, "userAgent" | "address"> & {
  /** The browser; absent for a session that a test opens. */
  device?: string;
  by: "password" | "identity provider" | "passkey";
  /** The hash that the password was compared with just now; null or absent if it was not, or in an earlier step. */
  passwordHash?: string | null;
  /** The second factor that was shown, for a member who has one. */
  secondFactor?: string;
  /** When the member was last authenticated; null if the identity provider does not say. */
  authenticatedAt: Instant | null;
  /** The id of the identity provider's session, by which it can end ours. */
  providerSession?: string | null;
  /** Whether the member has signed in on this device before. */
  isKnownDevice?: boolean;
  /** The previous session of the same browser, which is replaced if it belongs to the same member. */
  replaces?: string | undefined;
};

/**
 * Opens a session for a member who has just been authenticated; audited. Returns its id.
 * @throws AppError `unauthenticated` if the member has been disabled, has another password by now, or has added a second factor
 * that was not shown.
 */
export async function openSession(program: Program, memberId: string, signIn: OpenedBy): Promise<string> {
  const now = program.clock.now();
  return program.db.transaction((tx) => writeSession(tx, memberId, now, signIn));
}

/**
 * The same within the caller's transaction.
 * @throws AppError `unauthenticated`.
 */
export async function writeSession(
  tx: Transaction,
  memberId: string,
  now: Instant,
  signIn: OpenedBy,
): Promise<string> {
  await lockMemberToSignIn(tx, memberId, signIn.passwordHash ?? null);
  // Checked under the lock: adding a factor ends the existing sessions, and this one must not escape that.
  const isOneFactor = signIn.secondFactor === undefined && signIn.by !== "passkey";
  if (isOneFactor && hasSecondFactor(await memberFactors(tx, memberId))) {
    throw new AppError("unauthenticated", "A second factor was just added. Sign in with it.");
  }
  // A member who uses single sign-on needs no one-time password: it becomes invalid and need not be replaced.
  if (signIn.by === "identity provider") {
    await tx
      .update(members)
      .set({ passwordHash: null, oneTimePasswordUntil: null })
      .where(and(eq(members.id, memberId), isNotNull(members.oneTimePasswordUntil)));
  }
  const isNewDevice = signIn.isKnownDevice === false && (await hasSignedInBefore(tx, memberId));
  const [session] = await tx
    .insert(sessions)
    .values({
      memberId,
      createdAt: now,
      lastSeenAt: now,
      // Never later than now, whatever the identity provider's clock says.
      reauthenticatedAt: signIn.authenticatedAt === null ? null : Math.min(now, signIn.authenticatedAt),
      expiresAt: now + SESSION_LIFETIME_MS,
      userAgent: signIn.userAgent,
      address: signIn.address,
      device: signIn.device,
      providerSession: signIn.providerSession,
    })
    .returning({ id: sessions.id });
  if (!session) throw new Error("The session was not written.");
  if (signIn.replaces !== undefined) {
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(
        and(eq(sessions.id, signIn.replaces), eq(sessions.memberId, memberId), isNull(sessions.revokedAt)),
      );
  }
  await endOldest(tx, memberId, now);
  const { by, secondFactor } = signIn;
  await recordAudit(tx, {
    at: now,
    action: "member.signed-in",
    actorId: memberId,
    memberId,
    details: {
      by,
      ...(secondFactor === undefined ? {} : { secondFactor }),
      ...(isNewDevice ? { newDevice: true } : {}),
    },
  });
  return session.id;
}

/** False at a member's very first sign-in, which is on a new device but not worth a notice. */
async function hasSignedInBefore(tx: Transaction, memberId: string): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .limit(1);
  return earlier !== undefined;
}

/** Ends the member's oldest sessions beyond the allowed number. */
async function endOldest(tx: Transaction, memberId: string, now: Instant): Promise<void> {
  const beyond = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(SESSIONS_PER_MEMBER);
  await tx.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, beyond));
}
