import "server-only";
import type { SecuritySettings } from "#lib/contracts/secondFactor.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";

const DEFAULTS: SecuritySettings = {
  secondFactorRoles: [],
  confirmWithPassword: false,
  confirmProduction: false,
};

/** The account's current requirements for signing in. */
export async function currentSecuritySettings(db: Database | Transaction): Promise<SecuritySettings> {
  const [row] = await db
    .select({
      secondFactorRoles: securitySettings.secondFactorRoles,
      confirmWithPassword: securitySettings.confirmWithPassword,
      confirmProduction: securitySettings.confirmProduction,
    })
    .from(securitySettings);
  return row ?? DEFAULTS;
}

/**
 * The same for members who may change them.
 * @throws AppError `forbidden`.
 */
export async function readSecuritySettings(request: MemberRequest): Promise<SecuritySettings> {
  requirePermission(request, "settings.change");
  return currentSecuritySettings(request.db);
}

/**
 * Changes the requirements for all members at once: a member who now needs a second factor and has none can do nothing else
 * before adding one. Audited with the previous values.
 * @throws AppError `forbidden`, `reauthentication-required`.
 */
export async function changeSecuritySettings(
  request: MemberRequest,
  input: SecuritySettings,
): Promise<SecuritySettings> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  const settings = { ...input, secondFactorRoles: [...new Set(input.secondFactorRoles)] };
  await request.db.transaction(async (tx) => {
    const before = await currentSecuritySettings(tx);
    const row = { ...settings, updatedAt: now, updatedBy: request.actor.id };
    await tx
      .insert(securitySettings)
      .values(row)
      .onConflictDoUpdate({ target: securitySettings.id, set: row });
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "security.settings-changed",
      details: { ...settings, before },
    });
  });
  return settings;
}
