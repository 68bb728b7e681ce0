import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { requireService } from "#server/context/requireService.ts";
import { callDespiteWait } from "#server/settings/callDespiteWait.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { answerNext, throttleNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld({ stopped: true });
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const admin = () => ({ ...world.request, actor: { ...world.request.actor, role: "admin" as const } });
const wallet = () => requireService(world.request).readWallet();
const callsAtService = async () => {
  const requests: unknown = await world.sandbox.control("GET", "requests");
  return Array.isArray(requests) ? requests.length : 0;
};

/** Has the service ask to wait; returns until when. */
async function wait(seconds: number): Promise<string> {
  await throttleNext(world.sandbox, "wallet", seconds);
  await wallet();
  const { waitingUntil } = await readServiceState(world.request);
  await world.sandbox.control("DELETE", "requests");
  return waitingUntil ?? "";
}

const tried = () =>
  world.program.db.select().from(auditRecords).where(eq(auditRecords.action, "service.wait-tried"));

describe("a wait of more than an hour that the service has asked for", () => {
  it("is over if the service answers the one call that an administrator makes, which is recorded", async () => {
    const waitingUntil = await wait(24 * 3_600);
    expect(await wallet()).toMatchObject({ ok: false, failure: { kind: "throttled", statusCode: null } });
    const before = (await tried()).length;
    expect(await callDespiteWait(admin(), { waitingUntil })).toMatchObject({ waitingUntil: null });
    expect(await callsAtService()).toBe(1);
    expect(await wallet()).toMatchObject({ ok: true });
    expect((await tried()).slice(before)).toMatchObject([
      { actorId: world.request.actor.id, environment: "sandbox", details: { waitingUntil } },
    ]);
  });

  it("makes room for the wait that the service asks for now, and stays where there is no answer", async () => {
    const waitingUntil = await wait(24 * 3_600);
    await answerNext(world.sandbox, "wallet", {}, { status: 502 });
    expect(await callDespiteWait(admin(), { waitingUntil })).toMatchObject({ waitingUntil });
    await throttleNext(world.sandbox, "wallet", 600);
    const state = await callDespiteWait(admin(), { waitingUntil });
    expect(Date.parse(state.waitingUntil ?? "") - world.now()).toBeLessThanOrEqual(10 * MINUTE);
    expect(Date.parse(state.waitingUntil ?? "") - world.now()).toBeGreaterThan(9 * MINUTE);
  });

  it("is tried once, however many press at once, and by no one without the permission", async () => {
    const waitingUntil = await wait(2 * 3_600);
    await expect(callDespiteWait(world.request, { waitingUntil })).rejects.toMatchObject({
      kind: "forbidden",
    });
    const pressed = await Promise.allSettled(
      Array.from({ length: 5 }, () => callDespiteWait(admin(), { waitingUntil })),
    );
    expect(pressed.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(await callsAtService()).toBe(1);
  });

  it("is another one than that of an hour or less, or than one that has changed", async () => {
    const waitingUntil = await wait(1_800);
    const refused = { kind: "conflict" };
    await expect(callDespiteWait(admin(), { waitingUntil })).rejects.toMatchObject(refused);
    const other = new Date(world.now() + 2 * HOUR).toISOString();
    await expect(callDespiteWait(admin(), { waitingUntil: other })).rejects.toMatchObject(refused);
    expect(await callsAtService()).toBe(0);
  });
});
