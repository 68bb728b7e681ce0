import "server-only";
import { eq } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { requireFreeName } from "#server/context/requireFreeName.ts";
import type { Transaction } from "#server/db/connect.ts";
import { schedules } from "#server/db/schema/schedules.ts";

/**
 * Refuses a name that another schedule of this environment has, also one that has ended: its orders still carry the name. The caller
 * holds the lock.
 * @throws AppError `conflict` with the field `name`.
 */
export function requireFreeScheduleName(
  tx: Transaction,
  { environment }: MemberRequest,
  name: { name: string; except?: string },
): Promise<void> {
  return requireFreeName(tx, schedules, {
    ...name,
    list: eq(schedules.environment, environment),
    message: (taken) => `Your team already has a schedule called “${taken}”.`,
  });
}
