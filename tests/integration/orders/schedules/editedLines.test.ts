import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import {
  editScheduleRequestSchema,
  type EditScheduleRequest,
  type ScheduleView,
} from "#lib/contracts/orders/schedules.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import { DAY, HOUR, SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { schedules } from "#server/db/schema/schedules.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { answerDate } from "#server/orders/schedules/answerDate.ts";
import { changeSchedule } from "#server/orders/schedules/changeSchedule.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { editSchedule } from "#server/orders/schedules/editSchedule.ts";
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

describe("a schedule whose lines are edited", () => {
  const edit = (schedule: ScheduleView, lines: EditScheduleRequest["lines"], request = world.request) =>
    editSchedule(request, {
      ...editScheduleRequestSchema.parse({
        name: schedule.name,
        recurrence: schedule.recurrence,
        lines,
        version: schedule.version,
      }),
      scheduleId: schedule.id,
    });
  /** The line of a schedule as it is, in other words. */
  const lineOf = ({ content }: ScheduleView, more: Record<string, unknown> = {}) => ({
    from: 0,
    productId: world.product.id,
    quantity: 2,
    countryCode: content.lines[0]?.countryCode ?? null,
    amount: null,
    ceiling: "as-now" as const,
    ...more,
  });
  const quantitiesOf = async (schedule: ScheduleView) =>
    (await ordersOf(schedule))
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .map(({ lines }) => lines.map(({ quantity }) => quantity));

  it("orders them from the next date on, and records what came and went", async () => {
    const schedule = await make();
    expect(await kindOf(edit(schedule, [lineOf(schedule, { quantity: 3 })], world.admin))).toBe("forbidden");
    const view = found(
      await edit(schedule, [lineOf(schedule, { quantity: 3, ceiling: "plus-5" })]),
      schedule.name,
    );
    const { price } = world.product;
    expect(view.content.lines).toMatchObject([
      { quantity: 3, priceThen: price, ceiling: "plus-5", maxPrice: price + Math.floor(price / 20) },
    ]);
    await world.advance(HOUR + SECOND);
    await work();
    expect(await quantitiesOf(schedule)).toEqual([[3]]);
    const [record] = await recordsOf(schedule, "schedule.changed");
    expect(record?.details).toMatchObject({
      linesRemoved: [{ productId: world.product.id, quantity: 2, ceiling: "as-now" }],
      linesAdded: [{ productId: world.product.id, quantity: 3, ceiling: "plus-5" }],
    });
  });

  it("orders a date that has come as it was then, if the edit comes in between, and the next one as edited", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    await claimSchedule(world.program);
    await edit(schedule, [lineOf(schedule, { quantity: 5 })]);
    await work();
    await work(world.instance());
    expect(await quantitiesOf(schedule)).toEqual([[2]]);
    await world.advance(DAY);
    await work();
    expect(await quantitiesOf(schedule)).toEqual([[2], [5]]);
  });

  it("orders a date that came a moment before the edit, whoever had not noted it yet", async () => {
    const schedule = await make();
    await world.advance(HOUR + SECOND);
    await edit(schedule, [lineOf(schedule, { quantity: 5 })]);
    await work();
    expect(await quantitiesOf(schedule)).toEqual([[2]]);
    expect((await read(schedule)).next[0]?.day).toBe(addDays(schedule.next[0]?.day ?? "", 1));
    const last = await make(daily({ end: { kind: "after", count: 1 } }));
    await world.advance(HOUR + SECOND);
    await edit({ ...last, recurrence: daily() }, [lineOf(last, { quantity: 5 })]);
    await work();
    expect(await quantitiesOf(last)).toEqual([[2]]);
    expect((await read(last)).state).toBe("active");
  });

  it("orders a date as edited if the edit came first", async () => {
    const schedule = await make();
    await edit(schedule, [lineOf(schedule, { quantity: 5 })]);
    await world.advance(HOUR + SECOND);
    await Promise.all([work(), work(world.instance())]);
    expect(await quantitiesOf(schedule)).toEqual([[5]]);
  });

  it("orders a date once, as it was, if both happen at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const schedule = await make();
      await world.advance(HOUR + SECOND);
      await Promise.all([
        work(),
        edit(schedule, [lineOf(schedule, { quantity: 5 })]),
        work(world.instance()),
      ]);
      await work();
      const ordered = await quantitiesOf(schedule);
      expect(ordered).toEqual([[2]]);
      expect((await read(schedule)).content.lines).toMatchObject([{ quantity: 5 }]);
      await changeSchedule(world.request, { scheduleId: schedule.id, change: "end" });
    }
  });

  it("keeps the price from which its ceiling counts, unless its owner takes that of today", async () => {
    const schedule = await make();
    const { price } = world.product;
    const lines = schedule.content.lines.map((line) => ({
      ...line,
      priceThen: price - 1,
      maxPrice: price - 1,
    }));
    const content = { ...schedule.content, lines };
    await world.program.db.update(schedules).set({ content }).where(eq(schedules.id, schedule.id));
    const kept = found(await edit(schedule, [lineOf(schedule, { quantity: 4 })]), schedule.name);
    expect(kept.content.lines).toMatchObject([{ quantity: 4, priceThen: price - 1, maxPrice: price - 1 }]);
    await world.advance(HOUR + SECOND);
    await work();
    expect((await read(schedule)).attention).toMatchObject([{ state: "failed" }]);
    const now = found(
      await edit(kept, [lineOf(schedule, { quantity: 4, isPricedToday: true })]),
      schedule.name,
    );
    expect(now.content.lines).toMatchObject([{ quantity: 4, priceThen: price, maxPrice: price }]);
    // What waits for an answer is ordered with the lines of now.
    const day = now.attention[0]?.day ?? "";
    await answerDate(world.request, { scheduleId: schedule.id, day, answer: "order" });
    await work();
    expect(await quantitiesOf(schedule)).toEqual([[4]]);
  });

  it("refuses what can't be ordered, another currency, and a line that it does not have", async () => {
    const schedule = await make();
    expect(await kindOf(edit(schedule, [lineOf(schedule, { from: null, productId: 999_999_999 })]))).toBe(
      "validation",
    );
    expect(await kindOf(edit(schedule, [lineOf(schedule, { from: 7 })]))).toBe("conflict");
    const [other] = await world.program.db
      .select({ id: catalogProducts.productId })
      .from(catalogProducts)
      .where(
        sql`${catalogProducts.product} ->> 'currencyCode' = 'USD' and ${catalogProducts.product} ->> 'price' is not null`,
      )
      .limit(1);
    const foreign = lineOf(schedule, { from: null, productId: other?.id ?? 0 });
    expect(await kindOf(edit(schedule, [foreign]))).toBe("validation");
    expect((await read(schedule)).content).toEqual(schedule.content);
  });

  it("lets a line whose product is gone stay or go, and nothing else of it change", async () => {
    const schedule = await make();
    const gone = { productId: world.product.id };
    const isProduct = eq(catalogProducts.productId, gone.productId);
    await world.program.db.update(catalogProducts).set({ retiredAt: world.now() }).where(isProduct);
    const kept = found(await edit(schedule, [lineOf(schedule, { ceiling: "any" })]), schedule.name);
    expect(kept.content.lines).toMatchObject([{ ceiling: "any", maxPrice: null }]);
    expect(await kindOf(edit(kept, [lineOf(schedule, { quantity: 3 })]))).toBe("validation");
    await world.program.db.update(catalogProducts).set({ retiredAt: null }).where(isProduct);
  });
});
