import "server-only";
import { asc, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import { kindsOf } from "#lib/notices/audience.ts";
import { permits } from "#lib/members/roles.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { holderIn } from "#server/context/holderIn.ts";

/** How long a webhook goes on that nobody is responsible for any more: a week to see the notice, however long somebody is away. */
const GOES_ON_MS = 7 * DAY;

const responsible = alias(members, "responsible");

type WebhookRow = typeof webhooks.$inferSelect;

/** A webhook with who added it, and with who answers for it: whoever added it, or last kept it. */
export type AnsweredFor = {
  webhook: WebhookRow;
  createdBy: string;
  responsible: { id: string; name: string };
  /** What that member may be told of in its environment; nothing if they were disabled. */
  seen: readonly NoticeKind[];
  /** Whether that member could still add it as it is. */
  isHeld: boolean;
};

/** Webhooks in the order in which they were added. In a transaction, `locked` keeps them from being changed meanwhile. */
export async function readAnsweredFor(
  db: Database | Transaction,
  where?: SQL,
  { locked = false } = {},
): Promise<AnsweredFor[]> {
  const read = db
    .select({ webhook: webhooks, createdBy: members.name, member: responsible, customRole: customRoles })
    .from(webhooks)
    .innerJoin(members, eq(members.id, webhooks.createdBy))
    .innerJoin(responsible, eq(responsible.id, sql`coalesce(${webhooks.keptBy}, ${webhooks.createdBy})`))
    .leftJoin(customRoles, eq(customRoles.id, responsible.customRoleId))
    .where(where)
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  const rows = await (locked ? read.for("no key update", { of: webhooks }) : read);
  return rows.map(({ webhook, createdBy, member, customRole }) => {
    const holder = holderIn(member.role, customRole, webhook.environment);
    const seen = member.disabledAt === null ? kindsOf(holder) : [];
    return {
      webhook,
      createdBy,
      responsible: { id: member.id, name: member.name },
      seen,
      isHeld:
        member.disabledAt === null &&
        permits(holder, "settings.change") &&
        webhook.kinds.every((kind) => seen.includes(kind)),
    };
  });
}

/** When a webhook is paused that nobody has been responsible for since then. */
export function pausesAt(orphanedAt: Instant): Instant {
  return orphanedAt + GOES_ON_MS;
}
