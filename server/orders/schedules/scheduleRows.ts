import "server-only";
import { and, eq } from "drizzle-orm";
import type { Permission } from "#lib/contracts/team/permission.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Occurrence } from "#lib/orders/schedules/recurrence.ts";
import { aheadChecks } from "#lib/orders/schedules/aheadChecks.ts";
import { permits } from "#lib/members/roles.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { schedules } from "#server/db/schema/schedules.ts";

export type ScheduleRow = typeof schedules.$inferSelect;

/** What the owner of a schedule needs, beside the permission to place orders. */
export const SCHEDULE_PERMISSION: Permission = "schedules.manage";

/** Locks the schedules of this environment: concurrent changes can neither exceed their limit nor use a name twice. */
export function lockSchedules(tx: Transaction, { environment }: MemberRequest): Promise<void> {
  return lockUntilCommit(tx, `schedules ${environment}`);
}

/**
 * A schedule, locked: no instance works out its next date meanwhile.
 * @throws AppError `not-found`, also for one of the other environment.
 */
export async function lockSchedule(
  tx: Transaction,
  { environment }: MemberRequest,
  id: string,
): Promise<ScheduleRow> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.environment, environment)))
    .for("update");
  if (row !== undefined) return row;
  throw new AppError("not-found", "This schedule no longer exists. Reload the page.");
}

/** Only its owner decides what is bought in their name. Whoever manages schedules can stop one. */
export function mayOf({ actor }: MemberRequest, { ownerId, state }: Pick<ScheduleRow, "ownerId" | "state">) {
  const manages = permits(actor, SCHEDULE_PERMISSION);
  const isOwn = ownerId === actor.id;
  const isOpen = state !== "ended";
  return {
    edit: isOpen && isOwn && manages && permits(actor, "orders.place"),
    stop: isOpen && manages,
    skip: isOpen && permits(actor, "orders.place") && (manages || isOwn),
  };
}

/** @throws AppError `forbidden`. */
export function requireOwner(request: MemberRequest, row: ScheduleRow): void {
  if (row.ownerId === request.actor.id) return;
  throw new AppError(
    "forbidden",
    "Only the owner of this schedule can do that, because it orders in their name. Make a schedule of your own instead.",
  );
}

/** @throws AppError `conflict` if the schedule has ended. */
export function requireOpen({ state }: Pick<ScheduleRow, "state">): void {
  if (state === "ended") throw new AppError("conflict", "This schedule has ended. Make a new one instead.");
}

/** The columns about the next date. */
export function comingColumns(
  next: Occurrence | null,
  now: Instant,
): Pick<ScheduleRow, "nextDay" | "nextAt" | "checkAt" | "findings"> {
  const checkAt = next === null ? null : (aheadChecks(next.at, now)[0] ?? null);
  return { nextDay: next?.day ?? null, nextAt: next?.at ?? null, checkAt, findings: [] };
}

/** Records what a member, or without one the program, has done with a schedule. */
export function recordSchedule(
  tx: Transaction,
  { id, name, environment, ownerId }: Pick<ScheduleRow, "id" | "name" | "environment" | "ownerId">,
  entry: {
    action: Extract<AuditAction, `schedule.${string}`>;
    at: Instant;
    actorId: string | null;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const { details, ...more } = entry;
  return recordAudit(tx, {
    ...more,
    environment,
    memberId: ownerId,
    details: { schedule: name, scheduleId: id, ...details },
  });
}
