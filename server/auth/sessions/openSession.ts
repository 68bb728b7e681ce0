import "server-only";
import { and, desc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { hasSecondFactor, memberFactors } from "./memberFactors.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { AppError } from "#server/context/errors.ts";
import { addressGroup, UNKNOWN_ADDRESS } from "#server/http/clientAddress.ts";
import { SESSIONS_PER_MEMBER, SESSION_LIFETIME_MS } from "./limits.ts";

/** What a session remembers of the client that opened it. */
export type SessionClient = { userAgent: string | null; address: string | null };

export function clientOf({ headers, address }: { headers: Headers; address: string }): SessionClient {
  return {
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
    address: address === UNKNOWN_ADDRESS ? null : addressGroup(address),
  };
}

export type OpenedBy = SessionClient & {
  by: "password" | "identity provider" | "passkey";
  /** What was shown besides, by a member who has a second factor. */
  secondFactor?: string;
  /** When the member last showed who they are; null where the identity provider does not say. */
  authenticatedAt: Instant | null;
  /** The identity provider's name of its session, by which it can end ours. */
  providerSession?: string | null;
  /** Whether the member has signed in on this device before. */
  isKnownDevice?: boolean;
  /** The session of the same browser, which this one replaces if it is the same member's. */
  replaces?: string | undefined;
};

/**
 * A new session for a member who has just shown who they are; audited. Returns its id.
 * @throws AppError `unauthenticated` when the member was disabled meanwhile, or has added a second factor that was not shown.
 */
export async function openSession(program: Program, memberId: string, signIn: OpenedBy): Promise<string> {
  const now = program.clock.now();
  return program.db.transaction((tx) => writeSession(tx, memberId, now, signIn));
}

/**
 * The same within a transaction that decides about more.
 * @throws AppError `unauthenticated`.
 */
export async function writeSession(
  tx: Transaction,
  memberId: string,
  now: Instant,
  signIn: OpenedBy,
): Promise<string> {
  const [member] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.disabledAt)))
    // Disabling a member and revoking what is open must not pass a session that is just being opened.
    .for("no key update");
  if (!member) throw new AppError("unauthenticated", "This member may not sign in.");
  // Looked at under the lock: a factor that is being added ends the sessions before it, and this must not be one after it.
  const isOneFactor = signIn.secondFactor === undefined && signIn.by !== "passkey";
  if (isOneFactor && hasSecondFactor(await memberFactors(tx, memberId))) {
    throw new AppError("unauthenticated", "A second factor was just added. Sign in with it.");
  }
  // Whoever comes by single sign-on has no use for a one-time password: it is void, and need not be replaced.
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
      // Never later than now, whatever clock the identity provider has.
      reauthenticatedAt: signIn.authenticatedAt === null ? null : Math.min(now, signIn.authenticatedAt),
      expiresAt: now + SESSION_LIFETIME_MS,
      userAgent: signIn.userAgent,
      address: signIn.address,
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

/** The first sign-in of all is on a new device, and no news. */
async function hasSignedInBefore(tx: Transaction, memberId: string): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
    .limit(1);
  return earlier !== undefined;
}

/** Ends the oldest of the member's sessions beyond what a member may have at once. */
async function endOldest(tx: Transaction, memberId: string, now: Instant): Promise<void> {
  const beyond = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(SESSIONS_PER_MEMBER);
  await tx.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, beyond));
}
