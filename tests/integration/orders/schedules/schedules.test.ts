import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { type ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import { DAY, HOUR, MINUTE, SECOND, toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { startScheduleWorker } from "#server/jobs/scheduleWorker.ts";
import { answerDate } from "#server/orders/schedules/answerDate.ts";
import { changeSchedule } from "#server/orders/schedules/changeSchedule.ts";
import { checkAhead } from "#server/orders/schedules/checkAhead.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { editSchedule } from "#server/orders/schedules/editSchedule.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import { skipDate } from "#server/orders/schedules/skipDate.ts";
import { kindOf } from "#tests/integration/orders/limits/limitWorld.ts";
import { createSchedulesWorld, found, type SchedulesWorld } from "./schedulesWorld.ts";

let world: SchedulesWorld;
beforeAll(async () => {
  world = await createSchedulesWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

const daily = (more?: Partial<Recurrence>) => world.daily(more);
const make = (recurrence?: Recurrence) => world.make(recurrence);
const read = (schedule: ScheduleView) => world.read(schedule);
const work = (program?: Program) => world.workOnSchedules(program);
const ordersOf = (schedule: ScheduleView) => world.ordersOf(schedule);
const recordsOf = (schedule: ScheduleView, action: string) => world.recordsOf(schedule, action);

describe("a schedule", () => {
  it("orders on each date, once, by the name of its owner, and says so", async () => {
    const schedule = await make();
    await work();
    expect(await ordersOf(schedule)).toEqual([]);
    await world.advance(HOUR + SECOND);
    await work();
    await work();
    const placed = await ordersOf(schedule);
    expect(placed).toHaveLength(1);
    expect(placed[0]).toMatchObject({ state: "processing", purchaseOrder: "PO 1", tags: ["weekly"] });
    const view = await read(schedule);
    expect(view.past).toMatchObject([{ state: "ordered", order: placed[0]?.externalOrderCode }]);
    expect(view.next[0]?.day).toBe(addDays(schedule.next[0]?.day ?? "", 1));
    await world.advance(DAY);
    await work();
    expect(await ordersOf(schedule)).toHaveLength(2);
    expect(await recordsOf(schedule, "schedule.ordered")).toHaveLength(2);
  });

  it("is worked on by each instance's own worker", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    const workers = [world.program, world.instance()].map((program) => startScheduleWorker(program));
    await expect.poll(async () => (await read(schedule)).past[0]?.state).toBe("ordered");
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await ordersOf(schedule)).toHaveLength(1);
  });

  it("orders a date once, however many instances work on it at the same moment", async () => {
    const all = await Promise.all([make(), make(), make()]);
    await world.advance(HOUR + SECOND);
    const instances = Array.from({ length: 4 }, () => world.instance());
    await Promise.all(instances.map((instance) => work(instance)));
    for (const schedule of all) expect(await ordersOf(schedule)).toHaveLength(1);
  });

  it("is taken up by another instance where one was killed, before or after it placed the order", async () => {
    for (const isPlaced of [false, true]) {
      const schedule = await make();
      await world.advance(HOUR + SECOND);
      await claimSchedule(world.program);
      if (isPlaced) await orderDate(world.program);
      const claimed = { state: "ordering" as const, orderRow: null, tryAt: world.now() + MINUTE };
      await world.program.db
        .update(scheduleDates)
        .set(claimed)
        .where(eq(scheduleDates.scheduleId, schedule.id));
      expect(await orderDate(world.program)).toBe(false);
      await world.advance(2 * MINUTE);
      await work(world.instance());
      expect(await ordersOf(schedule)).toHaveLength(1);
      expect((await read(schedule)).past).toMatchObject([{ state: "ordered" }]);
    }
  });

  it("asks once about dates that passed while nobody could order, and orders none of them by itself", async () => {
    const schedule = await make();
    await world.advance(HOUR + 3 * DAY + 11 * MINUTE);
    await work();
    const view = await read(schedule);
    expect(view.attention.map(({ state }) => state)).toEqual(["missed", "missed", "missed", "missed"]);
    expect(await ordersOf(schedule)).toEqual([]);
    const records = await recordsOf(schedule, "schedule.missed");
    expect(records.map(({ details }) => details.dates)).toEqual([4]);
    const causes = await world.program.db
      .select()
      .from(noticeCauses)
      .where(eq(noticeCauses.auditId, records[0]?.id ?? 0n));
    expect(causes).toHaveLength(1);
    const day = view.attention[1]?.day ?? "";
    await answerDate(world.request, { scheduleId: schedule.id, day, answer: "order" });
    await Promise.all([work(), work(world.instance())]);
    expect(await ordersOf(schedule)).toHaveLength(1);
    expect(await kindOf(answerDate(world.request, { scheduleId: schedule.id, day, answer: "order" }))).toBe(
      "conflict",
    );
    const other = view.attention[2]?.day ?? "";
    const left = await answerDate(world.admin, { scheduleId: schedule.id, day: other, answer: "leave" });
    expect(found(left, schedule.name).attention).toHaveLength(2);
  });

  it("orders nothing while orders are on hold, and asks afterwards", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    const onHold = { ...world.program, holdsOrders: true };
    await work(onHold);
    expect((await read(schedule)).attention).toEqual([]);
    await world.advance(11 * MINUTE);
    await work(onHold);
    expect((await read(schedule)).attention).toMatchObject([{ state: "missed" }]);
    await work();
    expect(await ordersOf(schedule)).toEqual([]);
  });

  it("orders no date twice, however the clock jumps, nor after a restore of the ledger", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    const before = await world.program.db.select().from(schedules).where(eq(schedules.id, schedule.id));
    await work();
    const [placed] = await ordersOf(schedule);
    await world.advance(-2 * HOUR);
    await work();
    await world.advance(2 * HOUR);
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
    // As a backup has it that was made before the date.
    await world.program.db.delete(scheduleDates);
    await world.program.db
      .update(schedules)
      .set(before[0] ?? {})
      .where(eq(schedules.id, schedule.id));
    const forgotten = {
      confirmationId: null,
      externalOrderCode: randomUUID(),
      orderId: null,
      nextActionAt: null,
    };
    await world.program.db
      .update(orders)
      .set(forgotten)
      .where(eq(orders.id, placed?.id ?? ""));
    await work();
    await world.work();
    expect(await world.ordersAtService(placed?.externalOrderCode ?? "")).toHaveLength(1);
  });

  it("leaves out a skipped date, and one that passes while it is paused, and asks about neither", async () => {
    const schedule = await make();
    const scheduleId = schedule.id;
    const [first = "", second = ""] = schedule.next.map(({ day }) => day);
    await skipDate(world.admin, { scheduleId, day: first, skipped: true });
    expect(await kindOf(skipDate(world.request, { scheduleId, day: "2020-01-01", skipped: true }))).toBe(
      "not-found",
    );
    await world.advance(HOUR + SECOND);
    await work();
    expect(await kindOf(skipDate(world.request, { scheduleId, day: first, skipped: false }))).toBe(
      "conflict",
    );
    await changeSchedule(world.admin, { scheduleId, change: "pause" });
    await world.advance(DAY);
    await work();
    expect(await kindOf(changeSchedule(world.admin, { scheduleId, change: "resume" }))).toBe("forbidden");
    const view = found(await changeSchedule(world.request, { scheduleId, change: "resume" }), schedule.name);
    expect(await ordersOf(schedule)).toEqual([]);
    expect([view.attention, view.next[0]?.day]).toEqual([[], addDays(second, 1)]);
    await world.advance(DAY);
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
  });

  it("orders a date whose time has come, though somebody wants to skip it before an instance has looked at it", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    const day = schedule.next[0]?.day ?? "";
    expect(await kindOf(skipDate(world.request, { scheduleId: schedule.id, day, skipped: true }))).toBe(
      "conflict",
    );
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
  });

  it("can be edited from the next date on, by its owner alone, without a day that was ordered coming again", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    await work();
    const { version } = await read(schedule);
    const edit = { scheduleId: schedule.id, name: schedule.name, ceiling: "any" as const, version };
    const day = schedule.next[0]?.day ?? "";
    const recurrence = daily({ start: day, time: "23:59" });
    expect(await kindOf(editSchedule(world.admin, { ...edit, recurrence }))).toBe("forbidden");
    const view = found(await editSchedule(world.request, { ...edit, recurrence }), schedule.name);
    expect(view.next[0]?.day).toBe(addDays(day, 1));
    expect(view.content.lines[0]?.maxPrice).toBeNull();
    expect(await kindOf(editSchedule(world.request, { ...edit, recurrence }))).toBe("conflict");
    await world.advance(Date.parse(`${day}T23:59:30Z`) - world.now());
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
  });

  it("ends after its last date, which is ordered", async () => {
    const schedule = await make(daily({ end: { kind: "after", count: 1 } }));
    await world.advance(HOUR + SECOND);
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
    expect(await read(schedule)).toMatchObject({ state: "ended", next: [] });
    expect(await kindOf(changeSchedule(world.request, { scheduleId: schedule.id, change: "resume" }))).toBe(
      "conflict",
    );
  });

  it("says why a date could not be ordered, asks, and stops once its owner may not order any more", async () => {
    const schedule = await make();
    const lines = schedule.content.lines.map((line) => ({ ...line, maxPrice: 1 }));
    const content = { ...schedule.content, lines };
    await world.program.db.update(schedules).set({ content }).where(eq(schedules.id, schedule.id));
    await world.advance(HOUR + SECOND);
    await work();
    expect((await read(schedule)).attention).toMatchObject([{ state: "failed" }]);
    expect((await read(schedule)).attention[0]?.problem).toMatch(/above the highest price/);
    const owner = eq(members.id, world.request.actor.id);
    await world.program.db.update(members).set({ disabledAt: world.now() }).where(owner);
    await world.advance(DAY);
    await work();
    const stopped = await read(schedule);
    expect([stopped.state, stopped.attention.length]).toEqual(["paused", 2]);
    await world.advance(5 * DAY);
    await work();
    expect((await read(schedule)).attention).toHaveLength(2);
    expect(await ordersOf(schedule)).toEqual([]);
  });

  it("tries again for ten minutes while the service cannot be reached, then asks", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    const cutOff = world.instance({}, { baseUrl: "http://127.0.0.1:9/v2" });
    await work(cutOff);
    expect((await read(schedule)).past).toMatchObject([{ state: "ordering" }]);
    await world.advance(11 * MINUTE);
    await work(cutOff);
    const [date] = (await read(schedule)).attention;
    expect([date?.state, date?.problem === null]).toEqual(["missed", false]);
    expect(await ordersOf(schedule)).toEqual([]);
  });

  it("waits for another member's approval above a limit of its owner at that moment", async () => {
    const schedule = await make();
    await world.limit({ perOrder: 0 });
    await world.advance(HOUR + SECOND);
    await work();
    expect(await ordersOf(schedule)).toMatchObject([{ state: "awaiting_approval" }]);
  });

  it("is checked three days and a day ahead, and its owner is told of each finding once", async () => {
    const start = addDays(toIso(world.now() + HOUR).slice(0, 10), 5);
    const schedule = await make(daily({ start }));
    expect(await checkAhead(world.program)).toBe(false);
    const at = world.now();
    const balance = {
      environment: "sandbox" as const,
      currency: "EUR",
      available: 1,
      amounts: [],
      source: "wallet" as const,
    };
    await world.program.db.insert(walletBalances).values({ ...balance, at, lastSeenAt: at });
    await world.advance(2 * DAY + 2 * HOUR);
    expect(await checkAhead(world.program)).toBe(true);
    expect(await checkAhead(world.program)).toBe(false);
    const [finding] = (await read(schedule)).findings;
    expect(finding).toMatch(/^The wallet has .* this order needs/);
    await world.advance(2 * DAY);
    expect(await checkAhead(world.program)).toBe(true);
    expect(await recordsOf(schedule, "schedule.checked")).toHaveLength(1);
    await world.program.db.delete(walletBalances);
  });
});
