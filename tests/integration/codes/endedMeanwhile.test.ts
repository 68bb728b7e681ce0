import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { codeFingerprints, codeLists, orders } from "#server/db/schema/orders.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { endMemberSessions } from "#server/team/memberSessions.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
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
        expect(answer.status).toBe(401);
        expect(JSON.stringify(answer.json)).not.toContain("LATE-");
      });
    }
  }
});
