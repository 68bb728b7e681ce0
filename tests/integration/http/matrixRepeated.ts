import { randomUUID } from "node:crypto";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import type { Member } from "#tests/support/testProgram.ts";
import { savedTemplate, template } from "./matrixCalls.ts";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

/** When a schedule of the matrix orders. */
const terms = {
  ceiling: "any" as const,
  recurrence: {
    start: "2030-01-01",
    time: "09:00",
    zone: "UTC",
    pattern: { kind: "daily" as const, every: 1 },
    end: { kind: "never" as const },
  },
};
const NEXT_DAY = "2998-01-01";
const MISSED_DAY = "2029-12-31";
/** A schedule of the member's own, without lines, with a date that was missed. */
const savedSchedule = async ({ stack }: MatrixWorld, { environment }: Cell, self: Member) => {
  const now = stack.now();
  const [row] = await stack.program.db
    .insert(schedules)
    .values({
      environment,
      name: "S",
      nameKey: randomUUID(),
      ownerId: self.id,
      content: { currency: "EUR", lines: [], note: "", purchaseOrder: "", tags: [] },
      recurrence: terms.recurrence,
      state: "active",
      version: 0,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: schedules.id });
  const scheduleId = row?.id ?? "";
  await stack.program.db
    .insert(scheduleDates)
    .values({ scheduleId, day: MISSED_DAY, at: now, state: "missed", updatedAt: now });
  return { params: { scheduleId } };
};
const dateOfSchedule = async (world: MatrixWorld, cell: Cell, self: Member, day: string) => {
  const { params } = await savedSchedule(world, cell, self);
  return { params: { ...params, day } };
};

/** Who calls, and in which world. */
type At = [MatrixWorld, Cell, Member];

/** The routes of templates and schedules. */
export const REPEATED_ROWS = {
  "GET schedules": { permission: "orders.read" },
  "POST schedules": {
    permission: "schedules.manage",
    status: 201,
    call: async (...at: At) => ({
      body: { name: randomUUID(), ...terms, source: (await savedTemplate(...at)).params },
    }),
  },
  "PUT schedules/[scheduleId]": {
    permission: "schedules.manage",
    call: async (...at: At) => ({
      ...(await savedSchedule(...at)),
      body: { name: randomUUID(), ...terms, version: 0 },
    }),
  },
  "PATCH schedules/[scheduleId]": {
    permission: "schedules.manage",
    call: async (...at: At) => ({ ...(await savedSchedule(...at)), body: { change: "pause" } }),
  },
  "PUT schedules/[scheduleId]/dates/[day]": {
    permission: "orders.place",
    call: async (...at: At) => ({ ...(await dateOfSchedule(...at, NEXT_DAY)), body: { skipped: true } }),
  },
  "POST schedules/[scheduleId]/dates/[day]": {
    permission: "schedules.manage",
    call: async (...at: At) => ({ ...(await dateOfSchedule(...at, MISSED_DAY)), body: { answer: "leave" } }),
  },
  "GET orders/templates": { permission: "orders.place" },
  "POST orders/templates": {
    permission: "orders.place",
    status: 201,
    call: () => ({ body: { name: randomUUID(), content: template } }),
  },
  "PATCH orders/templates/[templateId]": {
    permission: "orders.place",
    call: async (...at: At) => ({ ...(await savedTemplate(...at)), body: { name: randomUUID() } }),
  },
  "DELETE orders/templates/[templateId]": { permission: "orders.place", call: savedTemplate },
  "POST orders/templates/[templateId]/draft": {
    permission: "orders.place",
    changesSelf: true,
    call: savedTemplate,
  },
} as const;
