import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { isAppError } from "#server/context/errors.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { codeFingerprints, codeLists, orders } from "#server/db/schema/orders.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { endMemberSessions } from "#server/team/memberSessions.ts";
import { DASHBOARD_HOST, type Answer, type Member } from "#tests/support/testProgram.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

let world: CodesWorld;
beforeAll(async () => {
  world = await createCodesWorld();
});
afterAll(() => world.close());

const call = (...given: Parameters<CodesWorld["stack"]["call"]>) => world.stack.call(...given);

type Asked = { cookie: string; reference: string; productId: number };
const SHOWING: Record<string, (asked: Asked) => Promise<Answer>> = {
  "a reveal": ({ cookie, reference }) =>
    call(revealRoute, { method: "POST", cookie, params: { reference }, body: {} }),
  "an export": ({ cookie, reference }) =>
    call(exportRoute, { method: "POST", cookie, params: { reference }, body: { format: "csv", take: 1 } }),
  "a hand-out": ({ cookie, productId }) =>
    call(takeRoute, {
      method: "POST",
      cookie,
      body: { productId, count: 1, customerReference: "C-1", takeId: randomUUID() },
    }),
};
const ENDING: Record<string, (member: Member) => Promise<unknown>> = {
  "was disabled": ({ id }) =>
    changeMember(operatorRequest(world.stack.program), { memberId: id, disabled: true }),
  "was signed out": ({ id }) => endMemberSessions(operatorRequest(world.stack.program), { memberId: id }),
  // As when a custom role is edited, which ends no session.
  "lost the permission": ({ id }) =>
    world.stack.program.db.update(members).set({ role: "viewer" }).where(eq(members.id, id)),
};

describe("codes that the service takes long to tell", () => {
  for (const [what, show] of Object.entries(SHOWING)) {
    for (const [how, end] of Object.entries(ENDING)) {
      it(`are not shown by ${what} whose member ${how} meanwhile`, async () => {
        const { db } = world.stack.program;
        const member = await world.stack.addMember("buyer");
        const pin = `LATE-${randomUUID()}`;
        const reference = await world.deliveredOrder(await world.stack.signIn(member), [{ pin }]);
        const cookie = await world.stack.signIn(member);
        const [order] = await db.select({ lines: orders.lines }).from(orders).limit(1);
        const productId = order?.lines[0]?.productId ?? 0;
        const released = Promise.withResolvers<void>();
        const locked = Promise.withResolvers<void>();
        const holding = db.transaction(async (tx) => {
          // What the service tells is remembered before it is shown.
          await tx.execute(sql`lock table ${codeFingerprints}, ${codeLists} in access exclusive mode`);
          locked.resolve();
          await released.promise;
        });
        await Promise.race([locked.promise, holding]);
        const answering = show({ cookie, reference, productId });
        await untilBlocked(world.stack.program)
          .then(() => end(member))
          .finally(() => released.resolve());
        await holding;
        const answer = await answering;
        expect(answer.status).toBe(how === "lost the permission" ? 403 : 401);
        expect(JSON.stringify(answer.json)).not.toContain("LATE-");
      });
    }
  }
});

describe("an export that takes long to read", () => {
  /** More than two pieces of a file, however they are compressed. */
  const COUNT = 200;
  const longCodes = () =>
    Array.from({ length: COUNT }, (_, at) => ({
      pin: `LONG-${at + 1}-`,
      note: randomBytes(1_000).toString("base64"),
    }));

  async function download(cookie: string, reference: string, format: string) {
    const http = new Request(`http://${DASHBOARD_HOST}/api/orders/x/export`, {
      method: "POST",
      headers: { host: DASHBOARD_HOST, cookie, "content-type": "application/json" },
      body: JSON.stringify({ format }),
    });
    const { body } = await exportRoute(http, { params: Promise.resolve({ reference }) });
    if (body === null) throw new Error("There is no file.");
    return body.getReader();
  }

  for (const [how, end] of Object.entries(ENDING)) {
    it.each(["csv", "xlsx", "json"])(`stops as %s once its member ${how}`, async (format) => {
      const member = await world.stack.addMember("buyer");
      const reference = await world.deliveredOrder(await world.stack.signIn(member), longCodes());
      const file = await download(await world.stack.signIn(member), reference, format);
      const first = await file.read();
      expect(first.value?.length).toBeGreaterThan(0);
      await end(member);
      const next = await file.read().then(
        () => "more codes",
        (error: unknown) => (isAppError(error) ? error.kind : error),
      );
      expect(next).toBe(how === "lost the permission" ? "forbidden" : "unauthenticated");
      expect((await world.recorded("codes.export-finished")).at(-1)?.details).toEqual({
        format,
        complete: false,
      });
    });
  }

  it("is whole while its member may still reveal codes", async () => {
    const member = await world.stack.addMember("buyer");
    const reference = await world.deliveredOrder(await world.stack.signIn(member), longCodes());
    const file = await download(await world.stack.signIn(member), reference, "csv");
    const pieces: Uint8Array[] = [];
    for (let next = await file.read(); next.value !== undefined; next = await file.read())
      pieces.push(next.value);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(pieces).toString()).toContain(`LONG-${COUNT}-`);
  });
});
