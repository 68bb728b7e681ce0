import { and, eq, isNull, or, type Placeholder } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { drafts } from "#server/db/schema/orders.ts";

/** The drafts that a member may see and change in an environment: their own, and those that are shared with the team. */
export function draftsVisibleTo(memberId: string | Placeholder, environment: Environment | Placeholder) {
  const isTheirs = or(eq(drafts.memberId, memberId), eq(drafts.shared, true));
  return and(isTheirs, eq(drafts.environment, environment), isNull(drafts.deletedAt));
}
