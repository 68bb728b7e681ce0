import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceCallsQuery } from "#lib/contracts/settings.ts";
import { HOUR, toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { serviceCalls } from "#server/db/schema/service.ts";
import { listServiceCalls } from "#server/settings/listServiceCalls.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

let world: OrderWorld;
let admin: MemberRequest;
let noon: number;
beforeAll(async () => {
  world = await createOrderWorld({ stopped: true });
  admin = await world.join("admin", "Ada Admin");
  noon = world.now();
  const call = { environment: "sandbox" as const, operation: "order", durationMs: 5 };
  await world.program.db.delete(serviceCalls);
  await world.program.db.insert(serviceCalls).values([
    { ...call, at: noon - 2 * HOUR, statusCode: 200 },
    { ...call, at: noon - HOUR, statusCode: 404, failure: "not_found" },
    { ...call, at: noon, statusCode: null, failure: "ambiguous", operation: "place" },
    { ...call, at: noon, statusCode: 200, environment: "production" },
  ]);
});
afterAll(() => world.close());

const found = async (filter: ServiceCallsQuery) =>
  (await listServiceCalls(admin, filter)).calls.map(({ operation, statusCode }) => [operation, statusCode]);

describe("the request log", () => {
  it("lists by outcome, by what was asked for and by time, of this environment alone", async () => {
    expect(await found({})).toEqual([
      ["place", null],
      ["order", 404],
      ["order", 200],
    ]);
    expect(await found({ outcome: "succeeded" })).toEqual([["order", 200]]);
    expect(await found({ outcome: "failed" })).toEqual([["order", 404]]);
    expect(await found({ outcome: "no-answer" })).toEqual([["place", null]]);
    expect(await found({ operation: "order", outcome: "no-answer" })).toEqual([]);
    expect(await found({ from: toIso(noon - HOUR), to: toIso(noon) })).toEqual([["order", 404]]);
  });
});
