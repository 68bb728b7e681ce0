import "server-only";
import type { ChangeSecuritySettings, SecuritySettings } from "#lib/contracts/team/secondFactor.ts";
import { withChange } from "#lib/setChange.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";

const DEFAULTS: SecuritySettings = {
  secondFactorRoles: [],
  confirmWithPassword: false,
  confirmProduction: false,
};

const COLUMNS = {
  secondFactorRoles: securitySettings.secondFactorRoles,
  confirmWithPassword: securitySettings.confirmWithPassword,
  confirmProduction: securitySettings.confirmProduction,
};

/** The account's current requirements for signing in. */
export async function currentSecuritySettings(db: Database | Transaction): Promise<SecuritySettings> {
  const [row] = await db.select(COLUMNS).from(securitySettings);
  return row ?? DEFAULTS;
}

/** The same, with a lock: until the transaction ends, nobody else changes them. */
export async function lockSecuritySettings(tx: Transaction): Promise<SecuritySettings> {
  await lockUntilCommit(tx, "security-settings");
  return currentSecuritySettings(tx);
}

/**
 * The current requirements for members who may change them.
 * @throws AppError `forbidden`.
 */
export async function readSecuritySettings(request: MemberRequest): Promise<SecuritySettings> {
  requirePermission(request, "settings.change");
  return currentSecuritySettings(request.db);
}

/**
 * Changes the given requirements for all members at once: a member who now needs a second factor and has none can do nothing else
 * before adding one. The others stay as another administrator may have set them a moment ago. Audited with the previous values.
 * @throws AppError `forbidden`, `reauthentication-required`.
 */
export async function changeSecuritySettings(
  request: MemberRequest,
  input: ChangeSecuritySettings,
): Promise<SecuritySettings> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const before = await lockSecuritySettings(tx);
    const set = { ...changesOf(before, input), updatedAt: now, updatedBy: request.actor.id };
    const [after = before] = await tx
      .insert(securitySettings)
      .values({ ...DEFAULTS, ...set })
      .onConflictDoUpdate({ target: securitySettings.id, set })
      .returning(COLUMNS);
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "security.settings-changed",
      details: { ...after, before },
    });
    return after;
  });
}

function changesOf(
  before: SecuritySettings,
  { addSecondFactorRoles: added, removeSecondFactorRoles: removed, ...given }: ChangeSecuritySettings,
): Partial<SecuritySettings> {
  const roles = given.secondFactorRoles ?? before.secondFactorRoles;
  return { ...given, secondFactorRoles: withChange(roles, { added, removed }) };
}
