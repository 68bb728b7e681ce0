import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { type ScheduleView } from "#lib/contracts/orders/schedules.ts";
import type { Program } from "#server/context/context.ts";
import { createSchedulesWorld, type SchedulesWorld } from "./schedulesWorld.ts";

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

describe("a schedule in a time zone whose clocks change", () => {
  const IN_BERLIN = { time: "02:30", zone: "Europe/Berlin" };
  const until = (instant: string) => world.advance(Date.parse(instant) - world.now());

  it("orders once on the day on which the clocks go forward over its time, and on the next at its time again", async () => {
    await until("2027-03-27T12:00:00Z");
    const schedule = await make(daily({ ...IN_BERLIN, start: "2027-03-28" }));
    // 02:30 does not exist on that day: an hour later, it is 03:30.
    expect(schedule.next.slice(0, 2).map(({ at }) => at)).toEqual([
      "2027-03-28T01:30:00.000Z",
      "2027-03-29T00:30:00.000Z",
    ]);
    await until("2027-03-28T01:29:30Z");
    await work();
    expect(await ordersOf(schedule)).toEqual([]);
    await until("2027-03-28T01:30:30Z");
    await Promise.all([work(), work(world.instance())]);
    await until("2027-03-28T02:30:30Z");
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
    await until("2027-03-29T00:30:30Z");
    await work();
    expect(await ordersOf(schedule)).toHaveLength(2);
    expect((await read(schedule)).past.map(({ day, state }) => [day, state])).toEqual([
      ["2027-03-29", "ordered"],
      ["2027-03-28", "ordered"],
    ]);
  });

  it("orders once on the day on which its time comes twice, the first time", async () => {
    await until("2027-10-30T12:00:00Z");
    const schedule = await make(daily({ ...IN_BERLIN, start: "2027-10-31" }));
    expect(schedule.next.slice(0, 2).map(({ at }) => at)).toEqual([
      "2027-10-31T00:30:00.000Z",
      "2027-11-01T01:30:00.000Z",
    ]);
    await until("2027-10-31T00:30:30Z");
    await work();
    expect(await ordersOf(schedule)).toHaveLength(1);
    // Half past two comes a second time.
    await until("2027-10-31T01:30:30Z");
    await Promise.all([work(), work(world.instance())]);
    expect(await ordersOf(schedule)).toHaveLength(1);
    await until("2027-11-01T01:30:30Z");
    await work();
    expect(await ordersOf(schedule)).toHaveLength(2);
    expect((await read(schedule)).attention).toEqual([]);
  });
});
