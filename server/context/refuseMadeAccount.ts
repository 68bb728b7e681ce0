import "server-only";
import { and, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import { DAY } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";

/** By what somebody gets the credentials of another member's account into their hands. */
const MAKING = [
  "member.added",
  "member.password-reset",
  "member.second-factor-reset",
  "member.first-factor-allowed",
] as const satisfies AuditAction[];

/** By what members make an account their own again. */
const OWNING = ["member.password-changed", "member.second-factor-added"] as const satisfies AuditAction[];

/** How long an account whose credentials somebody made does not decide on that person's requests. */
const WAIT_MS = 7 * DAY;

/**
 * Refuses a decision on somebody's order or export by an account that this person added, invited or reset in the last seven days:
 * they could be signed in as that one, and approve their own. After that, the account must have chosen a password or added a second
 * factor of its own since.
 * @param asking whoever asks for the decision, and the makers of the service token that does.
 * @throws AppError `forbidden`.
 */
export async function refuseMadeAccount(
  { actor, clock }: Pick<MemberRequest, "actor" | "clock">,
  db: Database | Transaction,
  asking: readonly string[],
): Promise<void> {
  const makers = asking.filter((id) => id !== actor.id);
  if (makers.length === 0) return;
  const since = clock.now() - WAIT_MS;
  if (await wasInvitedSince(db, actor.id, makers, since)) throw tooSoon();
  const [made] = await db
    .select({ id: auditRecords.id, at: auditRecords.at })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.memberId, actor.id),
        inArray(auditRecords.actorId, makers),
        inArray(auditRecords.action, MAKING),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(1);
  if (made === undefined) return;
  if (made.at > since) throw tooSoon();
  const [own] = await db
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.memberId, actor.id),
        eq(auditRecords.actorId, actor.id),
        inArray(auditRecords.action, OWNING),
        gt(auditRecords.id, made.id),
      ),
    )
    .limit(1);
  if (own !== undefined) return;
  throw new AppError(
    "forbidden",
    "The member who asks for this set up your sign-in. Choose a password of your own or add a second factor first, under Settings, Account.",
  );
}

/** Whoever accepts an invitation has chosen a password, so only the time counts. */
async function wasInvitedSince(
  db: Database | Transaction,
  memberId: string,
  makers: readonly string[],
  since: number,
): Promise<boolean> {
  const [invited] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.memberId, memberId),
        inArray(invitations.invitedBy, makers),
        isNotNull(invitations.endedAt),
        gt(invitations.endedAt, since),
      ),
    )
    .limit(1);
  return invited !== undefined;
}

function tooSoon(): AppError {
  return new AppError(
    "forbidden",
    "The member who asks for this added your account or reset its sign-in less than 7 days ago. Another member has to decide.",
  );
}
