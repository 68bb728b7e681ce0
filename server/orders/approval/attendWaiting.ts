import "server-only";
import { and, asc, eq, lte, notExists, sql } from "drizzle-orm";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { HOUR, type Instant } from "#lib/time/instant.ts";
import { recordAudits } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { approvalSteps } from "#server/db/schema/approvals.ts";
import { AWAITS_APPROVAL, orders } from "#server/db/schema/orders.ts";
import { currentApprovalSettings } from "#server/orders/deciders/currentApprovalSettings.ts";
import { nextApprovers } from "#server/orders/deciders/nextApprovers.ts";
import { lapseOrder } from "./lapseOrder.ts";

/** How many orders are attended to at a time; the others follow a minute later. */
const BATCH = 200;

/**
 * Has orders that wait long for approval lapse, passes them on and reminds of them, as the team has chosen
 * (docs/decisions/0034-cover-and-orders-that-wait.md). Each is done once, whatever runs twice.
 */
export async function attendWaiting(program: Program): Promise<void> {
  for (const environment of environmentSchema.options) {
    const {
      lapseAfter,
      passOnAfter,
      remindAfter,
      nextApprovers: named,
    } = await currentApprovalSettings(program.db, environment);
    // While orders are on hold nobody can approve one.
    if (lapseAfter !== null && program.holdsOrders !== true) {
      const due = await program.db
        .select({ id: orders.id })
        .from(orders)
        .where(waitsSince(environment, program.clock.now(), lapseAfter))
        .orderBy(asc(orders.createdAt))
        .limit(BATCH);
      for (const { id } of due) await lapseOrder(program, id, lapseAfter);
    }
    if (passOnAfter !== null) await passOn(program, environment, passOnAfter, named);
    if (remindAfter !== null) await remind(program, environment, remindAfter);
  }
}

function waitsSince(environment: Environment, now: Instant, hours: number) {
  return and(eq(orders.environment, environment), AWAITS_APPROVAL, lte(orders.createdAt, now - hours * HOUR));
}

async function remind(program: Program, environment: Environment, hours: number): Promise<void> {
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const ids = await noteStep(tx, environment, "reminded", { now, hours });
    if (ids.length === 0) return;
    await recordAudits(
      tx,
      ids.map((orderRow) => ({
        at: now,
        environment,
        action: "order.reminded",
        orderRow,
        details: { hours },
      })),
    );
  });
}

async function passOn(
  program: Program,
  environment: Environment,
  hours: number,
  named: readonly string[],
): Promise<void> {
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const to = await nextApprovers(tx, environment, named, now);
    if (to.length === 0) return;
    const ids = await noteStep(tx, environment, "passed-on", { now, hours });
    if (ids.length === 0) return;
    await recordAudits(
      tx,
      ids.map((orderRow) => ({
        at: now,
        environment,
        action: "order.passed-on",
        orderRow,
        details: { hours, memberIds: to },
      })),
    );
  });
}

/** Notes a step of the orders that wait so long and have not had it. */
async function noteStep(
  tx: Transaction,
  environment: Environment,
  step: "reminded" | "passed-on",
  { now, hours }: { now: Instant; hours: number },
): Promise<string[]> {
  const had = tx
    .select({ one: sql`1` })
    .from(approvalSteps)
    .where(and(eq(approvalSteps.orderRow, orders.id), eq(approvalSteps.step, step)));
  const due = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(waitsSince(environment, now, hours), notExists(had)))
    .orderBy(asc(orders.createdAt))
    .limit(BATCH);
  if (due.length === 0) return [];
  const noted = await tx
    .insert(approvalSteps)
    .values(due.map(({ id }) => ({ orderRow: id, step, at: now })))
    .onConflictDoNothing()
    .returning({ id: approvalSteps.orderRow });
  return noted.map(({ id }) => id);
}
