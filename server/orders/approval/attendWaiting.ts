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
  await program.db.transaction((tx) =>
    takeStep(tx, environment, { step: "reminded", action: "order.reminded", now, hours }),
  );
}

async function passOn(
  program: Program,
  environment: Environment,
  hours: number,
  named: readonly string[],
): Promise<void> {
  const now = program.clock.now();
  await program.db.transaction(async (tx) => {
    const memberIds = await nextApprovers(tx, environment, named, now);
    if (memberIds.length === 0) return;
    const step = { step: "passed-on", action: "order.passed-on", now, hours } as const;
    await takeStep(tx, environment, step, { memberIds });
  });
}

type Step = { now: Instant; hours: number } & (
  | { step: "reminded"; action: "order.reminded" }
  | { step: "passed-on"; action: "order.passed-on" }
);

/** Takes a step of the orders that wait so long and have not had it, and records it for each. */
async function takeStep(
  tx: Transaction,
  environment: Environment,
  { step, action, now, hours }: Step,
  more: Record<string, unknown> = {},
): Promise<void> {
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
  if (due.length === 0) return;
  const noted = await tx
    .insert(approvalSteps)
    .values(due.map(({ id }) => ({ orderRow: id, step, at: now })))
    .onConflictDoNothing()
    .returning({ id: approvalSteps.orderRow });
  // Another instance may have taken it meanwhile.
  if (noted.length === 0) return;
  await recordAudits(
    tx,
    noted.map(({ id }) => ({ at: now, environment, action, orderRow: id, details: { hours, ...more } })),
  );
}
