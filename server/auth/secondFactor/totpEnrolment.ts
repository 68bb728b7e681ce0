import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { ShownRecoveryCodes, TotpEnrolment } from "#lib/contracts/team/secondFactor.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { admitAttempt, markSucceeded } from "#server/auth/signIn/throttle.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignInToAdd } from "#server/context/requireRecentSignIn.ts";
import { totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { toBase32 } from "./base32.ts";
import { openSecret, sealSecret, type Seal } from "#server/context/sealSecret.ts";
import { matchingStep, TOTP_SECRET_BYTES } from "./totp.ts";
import { ensureRecoveryCodes, inFactorChange, writeFactorChange } from "./writeFactorChange.ts";

const ISSUER = "Codedesk";
/** How long a secret that was shown can still be confirmed. */
const PENDING_MS = 30 * MINUTE;

/**
 * Creates a secret for an authenticator app. It takes effect once a code confirms that the app has it; until then the current one
 * stays.
 * @throws AppError `reauthentication-required`.
 */
export async function enrolTotp(request: MemberRequest): Promise<TotpEnrolment> {
  await requireRecentSignInToAdd(request);
  const { id: memberId, email } = request.actor;
  const plain = randomBytes(TOTP_SECRET_BYTES);
  const pending = {
    pendingSecret: sealSecret(sealOf(getAuthSettings().secret, memberId), plain),
    pendingAt: request.clock.now(),
  };
  await request.db
    .insert(totpAuthenticators)
    .values({ memberId, ...pending })
    .onConflictDoUpdate({ target: totpAuthenticators.memberId, set: pending });
  const secret = toBase32(plain);
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  const parameters = new URLSearchParams({ secret, issuer: ISSUER });
  return { secret, address: `otpauth://totp/${label}?${parameters.toString()}` };
}

/**
 * Enables the app, confirmed by one of its codes. Returns recovery codes if the member has none. Ends all other sessions.
 * @throws AppError `validation` with `fields`, `conflict`, `too-many`, `reauthentication-required`.
 */
export async function confirmTotp(
  request: MemberRequest,
  { code }: { code: string },
): Promise<ShownRecoveryCodes> {
  await requireRecentSignInToAdd(request);
  const { secret: programSecret } = getAuthSettings();
  const memberId = request.actor.id;
  const now = request.clock.now();
  const attemptIds = await admitAttempt(request, programSecret, {
    // Counted for the session, so that a stranger's guesses at sign-in cannot keep the member from adding an app.
    secondFactorSession: request.sessionId ?? memberId,
  });
  const isPending = and(
    eq(totpAuthenticators.memberId, memberId),
    gt(totpAuthenticators.pendingAt, now - PENDING_MS),
  );
  const [row] = await request.db.select().from(totpAuthenticators).where(isPending);
  const sealed = row?.pendingSecret ?? null;
  const plain = sealed === null ? null : openSecret(sealOf(programSecret, memberId), sealed);
  if (sealed === null || plain === null) throw enrolAgain();
  const step = matchingStep(plain, code, now);
  if (step === null) throw wrongCode();
  await markSucceeded(request, attemptIds);
  return inFactorChange(request, async (tx) => {
    const added = await tx
      .update(totpAuthenticators)
      .set({
        secret: sealed,
        addedAt: now,
        pendingSecret: null,
        pendingAt: null,
        lastStep: step,
        lastUsedAt: null,
      })
      .where(and(isPending, eq(totpAuthenticators.pendingSecret, sealed)))
      .returning({ memberId: totpAuthenticators.memberId });
    if (added.length === 0) throw enrolAgain();
    const recoveryCodes = await ensureRecoveryCodes(tx, memberId, now);
    await writeFactorChange(tx, request, "member.second-factor-added", { factor: "authenticator app" });
    return { recoveryCodes };
  });
}

function sealOf(programSecret: string, memberId: string): Seal {
  return { programSecret, purpose: "authenticator secrets", owner: memberId };
}

function enrolAgain(): AppError {
  return new AppError("conflict", "This key has expired. Start again with a new one.");
}

function wrongCode(): AppError {
  const message =
    "This code is wrong. Check that your phone's clock is right, then enter the code that the app shows now.";
  return new AppError("validation", message, { fields: { code: message } });
}
