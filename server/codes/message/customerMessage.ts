import "server-only";
import { STANDARD_MESSAGE } from "#lib/codes/customerMessage.ts";
import type { CustomerMessage } from "#lib/contracts/codes/customerMessage.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { customerMessages } from "#server/db/schema/codes.ts";

/** The team's message for customers; as long as nobody has written one, the standard one. */
export async function readCustomerMessage({ db }: { db: Database | Transaction }): Promise<CustomerMessage> {
  const [row] = await db.select({ template: customerMessages.template }).from(customerMessages);
  return row ?? { template: STANDARD_MESSAGE };
}

/**
 * Changes the team's message for customers. Audited with the previous one.
 * @throws AppError `forbidden`, `reauthentication-required`: customers follow what it says.
 */
export async function changeCustomerMessage(
  request: MemberRequest,
  { template }: CustomerMessage,
): Promise<CustomerMessage> {
  requirePermission(request, "settings.change");
  await requireRecentSignIn(request);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    // Changes are serialised, so that the record of each has the previous message.
    await lockUntilCommit(tx, "customer-message");
    const before = await readCustomerMessage({ db: tx });
    if (before.template === template) return;
    const set = { template, updatedAt: now, updatedBy: request.actor.id };
    await tx.insert(customerMessages).values(set).onConflictDoUpdate({ target: customerMessages.id, set });
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "codes.message-changed",
      details: { template, before: before.template },
    });
  });
  return { template };
}
