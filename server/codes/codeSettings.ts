import "server-only";
import { and, arrayContains, eq, gt, ne, not, notInArray, or, sql } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { ChangeCodeSettings, CodeSettings } from "#lib/contracts/codes/codes.ts";
import { ROLES, type Role } from "#lib/contracts/team/role.ts";
import { permits } from "#lib/members/roles.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { heldRole } from "#server/context/teamAuthority.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeSettings } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

const DEFAULTS: CodeSettings = { reasonRequired: false, releaseOver: null, handOutsNeedRelease: true };
const COLUMNS = {
  reasonRequired: codeSettings.reasonRequired,
  releaseOver: codeSettings.releaseOver,
  handOutsNeedRelease: codeSettings.handOutsNeedRelease,
};

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
 * moment ago. Relaxing them takes two members where two may: the first one's wish is recorded, and applies once another saves the same
 * within a day. Audited with the previous values.
 * @throws AppError `forbidden`, `reauthentication-required`, `conflict` for the first of two.
 */
export async function changeCodeSettings(
  request: MemberRequest,
  input: ChangeCodeSettings,
): Promise<CodeSettings> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  const changed = await request.db.transaction(async (tx) => {
    // Changes are serialised, so that the record of each has the previous values.
    await lockUntilCommit(tx, "code-settings");
    const before = await currentCodeSettings(tx);
    const wanted = { ...before, ...input };
    if (isRelaxed(before, wanted) && !(await isAgreed(tx, request, wanted))) {
      await record(tx, request, "codes.relaxation-asked", wanted, before);
      return null;
    }
    const set = { ...input, updatedAt: now, updatedBy: request.actor.id };
    const [after = before] = await tx
      .insert(codeSettings)
      .values({ ...DEFAULTS, ...set })
      .onConflictDoUpdate({ target: codeSettings.id, set })
      .returning(COLUMNS);
    await record(tx, request, "codes.settings-changed", after, before);
    return after;
  });
  if (changed !== null) return changed;
  throw new AppError(
    "conflict",
    "Loosening these rules takes two administrators. Yours is recorded: they change once another administrator saves the same within 24 hours. The only administrator changes them alone a day after the last other one left.",
  );
}

function isRelaxed(before: CodeSettings, after: CodeSettings): boolean {
  const [over, newOver] = [before.releaseOver ?? Infinity, after.releaseOver ?? Infinity];
  const drops = (rule: "reasonRequired" | "handOutsNeedRelease") => before[rule] && !after[rule];
  return newOver > over || drops("reasonRequired") || drops("handOutsNeedRelease");
}

/** Whether another member has asked for the same since the rules were last changed, or nobody else could agree, also not within the last day. */
async function isAgreed(tx: Transaction, request: MemberRequest, wanted: CodeSettings): Promise<boolean> {
  const { actor, clock } = request;
  const [asked] = await tx
    .select({ by: auditRecords.actorId })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, clock.now() - DAY),
        eq(auditRecords.action, "codes.relaxation-asked" satisfies AuditAction),
        ne(auditRecords.actorId, actor.id),
        sql`${auditRecords.details} @> ${JSON.stringify(wanted)}::jsonb`,
        // Once it was followed, it is no consent to doing it again.
        sql`not exists (select 1 from ${auditRecords} "later" where "later"."id" > ${auditRecords.id}
          and "later"."action" = ${"codes.settings-changed" satisfies AuditAction})`,
      ),
    )
    .limit(1);
  if (asked !== undefined) {
    await refuseSharedHands(request, tx, asked.by === null ? [] : [asked.by]);
    return true;
  }
  return !(await anotherCouldAgree(tx, request));
}

/**
 * Whether somebody else may change the rules, or could within the last day: otherwise whoever manages the team would be the only one
 * for the moment that it takes.
 */
async function anotherCouldAgree(tx: Transaction, { actor, clock }: MemberRequest): Promise<boolean> {
  const rows = await tx
    .select({
      email: members.email,
      role: members.role,
      custom: customRoles,
      disabledAt: members.disabledAt,
      lost: sql<boolean>`exists (${lostSince(tx, clock.now() - DAY)})`,
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(ne(members.id, actor.id));
  return rows.some(({ email, role, custom, disabledAt, lost }) => {
    const mayChange = heldRole(role, custom).grants.account.includes("settings.change");
    return !isServiceAddress(email) && (lost || (mayChange && disabledAt === null));
  });
}

/** The built-in roles that may not change the rules. Custom ones may be renamed or deleted since: each counts as one that may. */
const OTHER_ROLES = ROLES.filter((role) => !permits({ role }, "settings.change"));

/** Records by which a member stopped being one who may change the rules: was disabled, got another role, or their role was changed. */
function lostSince(tx: Transaction, since: number) {
  const { at, action, memberId, details } = auditRecords;
  const mayChange = or(
    eq(members.role, "admin" satisfies Role),
    arrayContains(customRoles.accountGrants, ["settings.change"]),
  );
  const held = (place: string) =>
    sql`coalesce(jsonb_path_exists(${details}, ${`${place}.account[*] ? (@ == "settings.change")`}::jsonpath), false)`;
  return tx
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        gt(at, since),
        or(
          and(eq(action, "member.disabled" satisfies AuditAction), eq(memberId, members.id), mayChange),
          and(
            eq(action, "member.role-changed" satisfies AuditAction),
            eq(memberId, members.id),
            notInArray(sql`${details} ->> 'from'`, OTHER_ROLES),
          ),
          // Whoever had the role then may have another by now, or be disabled: it counts for everybody.
          and(
            eq(action, "role.changed" satisfies AuditAction),
            held("$.before.grants"),
            not(held("$.grants")),
          ),
        ),
      ),
    );
}

async function record(
  tx: Transaction,
  { actor, clock }: MemberRequest,
  action: "codes.settings-changed" | "codes.relaxation-asked",
  wanted: CodeSettings,
  before: CodeSettings,
): Promise<void> {
  await recordAudit(tx, {
    at: clock.now(),
    actorId: actor.id,
    action,
    details: { ...wanted, before },
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
