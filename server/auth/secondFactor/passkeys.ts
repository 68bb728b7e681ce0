import "server-only";
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from "@simplewebauthn/server";
import { and, count, desc, eq } from "drizzle-orm";
import type { AddPasskeyRequest, PasskeyView } from "#lib/contracts/team/passkeys.ts";
import type { ShownRecoveryCodes } from "#lib/contracts/team/secondFactor.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn, requireRecentSignInToAdd } from "#server/context/requireRecentSignIn.ts";
import type { Database } from "#server/db/connect.ts";
import { passkeys } from "#server/db/schema/secondFactor.ts";
import { issueChallenge, readChallenge, spendChallenge } from "./challenge.ts";
import { relyingPartyOf } from "./relyingParty.ts";
import {
  dropUselessRecoveryCodes,
  ensureRecoveryCodes,
  inFactorChange,
  writeFactorChange,
} from "./writeFactorChange.ts";

const RELYING_PARTY_NAME = "Codedesk";
const MOST_PASSKEYS = 20;

/** A member's passkeys, the newest first. */
export async function listPasskeys(db: Database, memberId: string): Promise<PasskeyView[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(desc(passkeys.createdAt));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: toIso(createdAt),
    lastUsedAt: toIsoOrNull(lastUsedAt),
  }));
}

/**
 * The options with which the browser asks an authenticator for a new passkey.
 * @throws AppError `reauthentication-required`, `conflict`, `not-configured`.
 */
export async function passkeyOptions(
  request: MemberRequest,
  headers: Headers,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await requireRecentSignInToAdd(request);
  const { id: memberId, email, name } = request.actor;
  const settings = getAuthSettings();
  const known = await request.db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId));
  if (known.length >= MOST_PASSKEYS)
    throw new AppError(
      "conflict",
      `You have ${MOST_PASSKEYS} passkeys. Remove one that you don't use first.`,
    );
  const { challenge, cookie } = issueChallenge(settings, request.clock.now(), bindingOf(request));
  request.answerHeaders?.append("set-cookie", cookie);
  return generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: relyingPartyOf(settings, headers).id,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(memberId),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Adds a passkey that has answered this session's challenge. Returns recovery codes if the member has none. Ends all other
 * sessions.
 * @throws AppError `validation`, `conflict`, `reauthentication-required`, `not-configured`.
 */
export async function addPasskey(
  request: MemberRequest,
  { name, credential }: AddPasskeyRequest,
  headers: Headers,
): Promise<ShownRecoveryCodes> {
  await requireRecentSignInToAdd(request);
  const settings = getAuthSettings();
  const now = request.clock.now();
  const challenge = readChallenge(headers, settings, now, bindingOf(request));
  if (challenge === null) throw new AppError("conflict", "This took too long. Add the passkey again.");
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(settings, headers);
  const verified = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge.value,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    // Whatever is wrong with the client's answer, it is not valid.
  }).catch(() => null);
  if (!verified?.verified) throw new AppError("validation", "This passkey couldn't be checked. Try again.");
  const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const memberId = request.actor.id;
  return inFactorChange(request, async (tx) => {
    if (!(await spendChallenge(tx, challenge)))
      throw new AppError("conflict", "This answer has already been used. Add the passkey again.");
    const [known] = await tx.select({ all: count() }).from(passkeys).where(eq(passkeys.memberId, memberId));
    const row = { memberId, credentialId, publicKey: Buffer.from(publicKey), counter, transports, name };
    const added = await tx
      .insert(passkeys)
      .values({ ...row, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0 || (known?.all ?? 0) >= MOST_PASSKEYS)
      throw new AppError("conflict", "This passkey has already been added.");
    const recoveryCodes = await ensureRecoveryCodes(tx, memberId, now);
    await writeFactorChange(tx, request, "member.second-factor-added", { factor: "passkey", name });
    return { recoveryCodes };
  });
}

/**
 * Removes a passkey, and with the last factor also the recovery codes. Ends all other sessions.
 * @throws AppError `reauthentication-required`, `not-found`.
 */
export async function removePasskey(
  request: MemberRequest,
  { passkeyId }: { passkeyId: string },
): Promise<void> {
  await requireRecentSignIn(request);
  const memberId = request.actor.id;
  await inFactorChange(request, async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.memberId, memberId)))
      .returning({ name: passkeys.name });
    if (!removed) throw new AppError("not-found", "This passkey has already been removed.");
    await dropUselessRecoveryCodes(tx, memberId);
    await writeFactorChange(tx, request, "member.second-factor-removed", {
      factor: "passkey",
      name: removed.name,
    });
  });
}

/**
 * Renames one of the member's own passkeys. It works as before, so no session ends. Audited.
 * @throws AppError `not-found`.
 */
export async function renamePasskey(
  { db, clock, actor }: MemberRequest,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [renamed] = await tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.memberId, actor.id)))
      .returning({ id: passkeys.id });
    if (!renamed) throw new AppError("not-found", "This passkey has already been removed.");
    await recordAudit(tx, {
      at: clock.now(),
      actorId: actor.id,
      action: "member.passkey-renamed",
      memberId: actor.id,
      details: { name },
    });
  });
}

function bindingOf({ sessionId = "" }: MemberRequest): string {
  return `new passkey ${sessionId}`;
}
