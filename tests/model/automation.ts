import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { editScheduleRequestSchema } from "#lib/contracts/orders/schedules.ts";
import { changeRuleRequestSchema } from "#lib/contracts/restock/restockRules.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { positionOf } from "#lib/restock/refill.ts";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { restockedProducts, restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { editSchedule } from "#server/orders/schedules/editSchedule.ts";
import { listSchedules } from "#server/orders/schedules/listSchedules.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import { readPositions } from "#server/restock/readPositions.ts";
import { runRulesOf } from "#server/restock/runRules.ts";
import { listRules } from "#server/restock/listRules.ts";
import { changeRule } from "#server/restock/saveRule.ts";
import type { OrderWorld } from "#tests/support/orderWorld.ts";

type Product = { id: number; price: number; currency: string };

/** Something that orders three codes on one occasion, without a person. */
export type Automation = {
  /** The confirmation of its one occasion. */
  confirmationId: string;
  /** Does what an instance does with it now. */
  work(program: Program): Promise<void>;
  /** Its owner changes what it says. */
  edit(): Promise<void>;
  /** Throws with the number of the violated invariant, if what it says of itself is not what the ledger has. */
  check(): Promise<void>;
};

/** Nothing of an automation of an earlier history is left. */
export async function withoutAutomations({ program: { db } }: OrderWorld): Promise<void> {
  await db.delete(scheduleDates);
  await db.delete(schedules);
  await db.delete(restockRuns);
  await db.delete(restockedProducts);
  await db.delete(restockRules);
}

async function ordersOf({ program: { db } }: OrderWorld, id: string) {
  return db
    .select()
    .from(orders)
    .where(sql`${orders.automation} ->> 'id' = ${id}`);
}

/** 15, 16. One occasion, one order; an order only of a known occasion. */
async function checkOccasion(world: OrderWorld, invariant: number, id: string, confirmationId: string) {
  const placed = await ordersOf(world, id);
  if (placed.length > 1) throw new Error(`${invariant}: ${placed.length} orders of one occasion`);
  if (placed.some((order) => order.confirmationId !== confirmationId))
    throw new Error(`${invariant}: an order without an occasion`);
  return placed[0] ?? null;
}

/** A schedule of the world's member whose only date has come this minute. */
export async function dueSchedule(world: OrderWorld, product: Product): Promise<Automation> {
  const { db } = world.program;
  const now = world.now();
  const at = toIso(Math.floor(now / MINUTE) * MINUTE);
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  const name = randomUUID();
  const line = { productId: product.id, productName: "Model", quantity: 3, countryCode: null, amount: null };
  const lines = [{ ...line, priceThen: product.price, ceiling: "as-now" as const, maxPrice: product.price }];
  const [row] = await db
    .insert(schedules)
    .values({
      environment: "sandbox",
      name,
      nameKey: name,
      ownerId: world.request.actor.id,
      content: { currency: product.currency, lines, note: "", purchaseOrder: "", tags: [] },
      recurrence: {
        start: day,
        time,
        zone: "UTC",
        pattern: { kind: "daily", every: 1 },
        end: { kind: "on", day },
      },
      state: "active",
      nextDay: day,
      nextAt: Date.parse(at),
      version: 0,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: schedules.id });
  const id = row?.id ?? "";
  const confirmationId = confirmationOf({ kind: "schedule", id }, day);
  return {
    confirmationId,
    work: async (program) => {
      while ((await claimSchedule(program)) || (await orderDate(program)));
    },
    edit: async () => {
      const [known] = (await listSchedules(world.request)).schedules;
      if (known === undefined) return;
      const edited = known.content.lines.map(({ productId, quantity, countryCode, amount }, from) => {
        const same = { productId, countryCode, amount, ceiling: "any" as const };
        return { ...same, from, quantity: quantity + 1 };
      });
      const { recurrence, version } = known;
      const later = { ...recurrence, end: { kind: "never" as const } };
      const body = editScheduleRequestSchema.parse({ name, recurrence: later, lines: edited, version });
      await editSchedule(world.request, { ...body, scheduleId: id });
    },
    check: async () => {
      const order = await checkOccasion(world, 16, id, confirmationId);
      const dates = await db.select().from(scheduleDates).where(eq(scheduleDates.scheduleId, id));
      const date = dates.find((each) => each.day === day);
      if (order !== null && (date === undefined || date.state === "missed"))
        throw new Error(`16: ordered on a date that is ${date?.state ?? "unknown"}`);
      if (date?.state === "ordered" && order === null) throw new Error("16: a date says that it was ordered");
      // An edit is for later dates.
      const quantity = order?.lines[0]?.quantity ?? 3;
      if (date !== undefined && quantity !== 3) throw new Error(`16: ${quantity} codes after an edit`);
    },
  };
}

/** A restock rule of the world's member that another member has approved, and that has three codes too few. */
export async function dueRule(world: OrderWorld, product: Product): Promise<Automation> {
  const { db, clock } = world.program;
  const now = world.now();
  const positions = await readPositions({ db, clock }, "sandbox", [product.id]);
  const position = positions.get(product.id) ?? { untouched: 0, ordered: 0, proposed: 0 };
  const keep = positionOf(position) + 3;
  const { id: ownerId } = world.request.actor;
  const [row] = await db
    .insert(restockRules)
    .values({
      environment: "sandbox",
      ownerId,
      changedBy: ownerId,
      productId: product.id,
      mode: "order",
      keep,
      refillTo: keep,
      multiple: 1,
      highestPrice: product.price,
      mostPerDay: 3 * product.price,
      version: 1,
      approvedVersion: 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: restockRules.id });
  const id = row?.id ?? "";
  const confirmationId = confirmationOf({ kind: "restock", id }, "1");
  return {
    confirmationId,
    work: async (program) => {
      // As long as it is one occasion: what came to nothing may be ordered again once the rule was changed, or on another day, and what was
      // begun long ago is begun anew.
      const [order] = await ordersOf(world, id);
      const isSame =
        Math.floor(world.now() / DAY) === Math.floor(now / DAY) && world.now() - now < 9 * MINUTE;
      const isOver = order !== undefined && NOTHING_BOUGHT.includes(order.state);
      if (isSame && !isOver) await runRulesOf(program, "sandbox");
    },
    edit: async () => {
      const [known] = (await listRules(world.request)).items;
      if (known === undefined) return;
      const { mode, multiple, amount, highestPrice, mostPerDay, version } = known;
      // Less than before keeps the consent.
      const terms = {
        mode,
        multiple,
        amount,
        highestPrice,
        mostPerDay,
        keep: known.keep,
        refillTo: known.refillTo,
      };
      const body = changeRuleRequestSchema.parse({ ...terms, version });
      await changeRule(world.request, { ...body, ruleId: id });
    },
    check: async () => {
      const order = await checkOccasion(world, 15, id, confirmationId);
      if (order === null) return;
      const quantity = order.lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
      if (quantity > 3) throw new Error(`15: ${quantity} codes for 3`);
      if ((order.price ?? 0) > 3 * product.price) throw new Error("15: above the sum of its day");
      const runs = await db.select().from(restockRuns).where(eq(restockRuns.ruleId, id));
      if (!runs.some(({ number }) => number === 1)) throw new Error("15: an order without a run");
    },
  };
}
