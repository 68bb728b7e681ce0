import "server-only";
import { eq } from "drizzle-orm";
import type { SecondFactorView, ShownRecoveryCodes } from "#lib/contracts/team/secondFactor.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { hasSecondFactor, memberFactors } from "#server/auth/sessions/memberFactors.ts";
import { listPasskeys } from "./passkeys.ts";
import { countRecoveryCodes, writeRecoveryCodes } from "./recoveryCodes.ts";
import { currentSecuritySettings } from "./securitySettings.ts";
import { dropUselessRecoveryCodes, inFactorChange, writeFactorChange } from "./writeFactorChange.ts";

/** The member's own second factors, without any secret. */
export async function readOwnFactors(request: MemberRequest): Promise<SecondFactorView> {
  const { id, role } = request.actor;
  const [totp] = await request.db
    .select()
    .from(totpAuthenticators)
    .where(eq(totpAuthenticators.memberId, id));
  const { secondFactorRoles } = await currentSecuritySettings(request.db);
  return {
    totp:
      totp?.secret == null || totp.addedAt === null
        ? null
        : {
            addedAt: toIso(totp.addedAt),
            lastUsedAt: toIsoOrNull(totp.lastUsedAt),
          },
    passkeys: await listPasskeys(request.db, id),
    recoveryCodesLeft: await countRecoveryCodes(request.db, id),
    required: secondFactorRoles.includes(role),
  };
}

/**
 * Removes the authenticator app, and with the last factor also the recovery codes. Ends all other sessions.
 * @throws AppError `reauthentication-required`, `not-found`.
 */
export async function removeTotp(request: MemberRequest): Promise<void> {
  await requireRecentSignIn(request);
  const { id } = request.actor;
  await inFactorChange(request, async (tx) => {
    const removed = await tx
      .delete(totpAuthenticators)
      .where(eq(totpAuthenticators.memberId, id))
      .returning({ secret: totpAuthenticators.secret });
    if (removed[0]?.secret == null) throw new AppError("not-found", "You have no authenticator app.");
    await dropUselessRecoveryCodes(tx, id);
    await writeFactorChange(tx, request, "member.second-factor-removed", { factor: "authenticator app" });
  });
}

/**
 * Creates ten new recovery codes, which are shown only once; the previous ones become invalid. Ends all other sessions.
 * @throws AppError `reauthentication-required`, `conflict` for a member without a second factor.
 */
export async function replaceRecoveryCodes(request: MemberRequest): Promise<ShownRecoveryCodes> {
  await requireRecentSignIn(request);
  const { id } = request.actor;
  if (!hasSecondFactor(await memberFactors(request.db, id)))
    throw new AppError(
      "conflict",
      "Add an authenticator app or a passkey first: recovery codes stand in for it.",
    );
  return inFactorChange(request, async (tx) => {
    const codes = await writeRecoveryCodes(tx, id, request.clock.now());
    await writeFactorChange(tx, request, "member.recovery-codes-made", {});
    return { recoveryCodes: codes };
  });
}
