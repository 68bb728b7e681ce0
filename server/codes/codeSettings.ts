import "server-only";
import type { ChangeCodeSettings, CodeSettings } from "#lib/contracts/codes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { codeSettings } from "#server/db/schema/codes.ts";

const DEFAULTS: CodeSettings = { reasonRequired: false, releaseOver: null };
const COLUMNS = { reasonRequired: codeSettings.reasonRequired, releaseOver: codeSettings.releaseOver };

/** The account's settings as they are now. */
export async function currentCodeSettings(db: Database | Transaction): Promise<CodeSettings> {
  const [row] = await db.select(COLUMNS).from(codeSettings);
  return row ?? DEFAULTS;
}

/** What the account requires of members who reveal codes: no secret, and read also by who changes it and never reveals one. */
export function readCodeSettings(request: MemberRequest): Promise<CodeSettings> {
  return currentCodeSettings(request.db);
}

/**
 * Changes the given settings for all members and both environments; the others stay as another administrator may have set them a
 * moment ago. Audited with the previous values.
 * @throws AppError `forbidden`, `reauthentication-required`.
 */
export async function changeCodeSettings(
  request: MemberRequest,
  input: ChangeCodeSettings,
): Promise<CodeSettings> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    // Changes are serialised, so that the record of each has the previous values.
    await lockUntilCommit(tx, "code-settings");
    const before = await currentCodeSettings(tx);
    const set = { ...input, updatedAt: now, updatedBy: request.actor.id };
    const [after = before] = await tx
      .insert(codeSettings)
      .values({ ...DEFAULTS, ...set })
      .onConflictDoUpdate({ target: codeSettings.id, set })
      .returning(COLUMNS);
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "codes.settings-changed",
      details: { ...after, before },
    });
    return after;
  });
}

/**
 * The reason to record, or null.
 * @throws AppError `validation` if the account requires one and none was given.
 */
export function requireReason(settings: CodeSettings, reason: string | undefined): string | null {
  const given = reason === undefined || reason === "" ? null : reason;
  if (given === null && settings.reasonRequired) {
    throw new AppError("validation", "Say why you need these codes. Your team asks for a reason.", {
      fields: { reason: "Enter a reason." },
    });
  }
  return given;
}
