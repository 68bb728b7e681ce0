import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import type { ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { HOUR, toIso } from "#lib/time/instant.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { listSchedules } from "#server/orders/schedules/listSchedules.ts";
import { makeSchedule } from "#server/orders/schedules/makeSchedule.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import { createLimitWorld, type LimitWorld } from "#tests/integration/orders/limits/limitWorld.ts";

type OrderRow = typeof orders.$inferSelect;
type AuditRow = typeof auditRecords.$inferSelect;

/** A world whose clocks stand still, and in which schedules order. */
export type SchedulesWorld = LimitWorld & {
  /** Nothing of a test before is left. */
  begin(): Promise<void>;
  /** Every day, an hour from now, in UTC. */
  daily(more?: Partial<Recurrence>): Recurrence;
  make(recurrence?: Recurrence, request?: MemberRequest): Promise<ScheduleView>;
  read(schedule: ScheduleView): Promise<ScheduleView>;
  /** Everything that an instance does with schedules now. */
  workOnSchedules(program?: Program): Promise<void>;
  ordersOf(schedule: ScheduleView): Promise<OrderRow[]>;
  recordsOf(schedule: ScheduleView, action: string): Promise<AuditRow[]>;
};

/** The schedule with a name. */
export function found({ schedules: all }: { schedules: ScheduleView[] }, name: string): ScheduleView {
  const one = all.find((each) => each.name === name);
  if (one === undefined) throw new Error("no such schedule");
  return one;
}

export async function createSchedulesWorld(): Promise<SchedulesWorld> {
  const world = await createLimitWorld({ stopped: true });
  await syncCatalog(world.program, "sandbox", { firstPause: 1 });
  const { db } = world.program;
  const daily = (more: Partial<Recurrence> = {}): Recurrence => {
    const first = toIso(world.now() + HOUR);
    const start = first.slice(0, 10);
    const pattern = { kind: "daily", every: 1 } as const;
    return { start, time: first.slice(11, 16), zone: "UTC", pattern, end: { kind: "never" }, ...more };
  };
  return {
    ...world,
    daily,
    begin: async () => {
      await world.reset();
      await world.noLimits();
      await db.delete(scheduleDates);
      await db.delete(schedules);
      await db
        .update(members)
        .set({ disabledAt: null, role: "buyer" })
        .where(eq(members.id, world.request.actor.id));
    },
    make: async (recurrence = daily(), request = world.request) => {
      const name = randomUUID();
      const source = { templateId: await templateOf(world, 2, request) };
      const view = await makeSchedule(request, { name, recurrence, ceiling: "as-now", source });
      return found(view, name);
    },
    read: async ({ name }) => found(await listSchedules(world.request), name),
    workOnSchedules: async (program = world.program) => {
      while ((await claimSchedule(program)) || (await orderDate(program)));
    },
    ordersOf: ({ id }) =>
      db
        .select()
        .from(orders)
        .where(sql`${orders.automation} ->> 'id' = ${id}`),
    recordsOf: async ({ id }, action) =>
      (await db.select().from(auditRecords).where(eq(auditRecords.action, action))).filter(
        ({ details }) => details.scheduleId === id,
      ),
  };
}

async function templateOf(world: LimitWorld, quantity: number, request: MemberRequest): Promise<string> {
  const line = { productId: world.product.id, amount: "", quantity: String(quantity), countryCode: "" };
  const content = { note: "", purchaseOrder: "PO 1", tags: "weekly", lines: [line] };
  const now = world.now();
  const [row] = await world.program.db
    .insert(orderTemplates)
    .values({
      environment: "sandbox",
      name: "T",
      nameKey: randomUUID(),
      content,
      memberId: request.actor.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: orderTemplates.id });
  return row?.id ?? "";
}
