import "server-only";
import { and, eq } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireFreeName } from "#server/context/requireFreeName.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";

export type TemplateRow = typeof orderTemplates.$inferSelect;

/** Locks the templates of this environment: concurrent changes can neither exceed their limit nor use a name twice. */
export function lockTemplates(tx: Transaction, { environment }: MemberRequest): Promise<void> {
  return lockUntilCommit(tx, `order templates ${environment}`);
}

/** @throws AppError `not-found`, also for a template of the other environment. */
export async function requireTemplate(
  db: Database | Transaction,
  { environment }: MemberRequest,
  id: string,
): Promise<TemplateRow> {
  const [row] = await db
    .select()
    .from(orderTemplates)
    .where(and(eq(orderTemplates.id, id), eq(orderTemplates.environment, environment)));
  if (row !== undefined) return row;
  throw new AppError("not-found", "This template no longer exists. Reload the page.");
}

/** A template belongs to the team: the member who saved it and administrators may change it. */
export function mayChange({ actor }: MemberRequest, { memberId }: Pick<TemplateRow, "memberId">): boolean {
  return permits(actor, "orders.place") && (memberId === actor.id || permits(actor, "team.manage"));
}

/** @throws AppError `not-found`, `forbidden`. The caller holds the lock. */
export async function requireChangeable(
  tx: Transaction,
  request: MemberRequest,
  id: string,
): Promise<TemplateRow> {
  const row = await requireTemplate(tx, request, id);
  if (mayChange(request, row)) return row;
  throw new AppError(
    "forbidden",
    "Only the member who saved this template or an administrator can change it. Save your own template instead.",
  );
}

/**
 * Refuses a name that another template of this environment has. The caller holds the lock.
 * @throws AppError `conflict` with the field `name`.
 */
export function requireFreeTemplateName(
  tx: Transaction,
  { environment }: MemberRequest,
  name: { name: string; except?: string },
): Promise<void> {
  const list = eq(orderTemplates.environment, environment);
  return requireFreeName(tx, orderTemplates, {
    ...name,
    list,
    message: (taken) => `Your team already has a template called “${taken}”.`,
  });
}
