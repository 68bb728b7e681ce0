import "server-only";
import { eq } from "drizzle-orm";
import type { ApprovalSettings } from "#lib/contracts/orders/approvals.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { approvalSettings } from "#server/db/schema/approvals.ts";

/** As long as nobody has chosen: a reminder after a day, and nothing that changes an order. */
const DEFAULTS: ApprovalSettings = {
  remindAfter: 24,
  passOnAfter: null,
  nextApprovers: [],
  lapseAfter: null,
};

/** What happens to orders that wait for approval in an environment. */
export async function currentApprovalSettings(
  db: Database | Transaction,
  environment: Environment,
): Promise<ApprovalSettings> {
  const [row] = await db
    .select({
      remindAfter: approvalSettings.remindAfter,
      passOnAfter: approvalSettings.passOnAfter,
      nextApprovers: approvalSettings.nextApprovers,
      lapseAfter: approvalSettings.lapseAfter,
    })
    .from(approvalSettings)
    .where(eq(approvalSettings.environment, environment));
  return row ?? DEFAULTS;
}
