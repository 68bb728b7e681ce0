import { randomUUID } from "node:crypto";
import { eq, min } from "drizzle-orm";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { Settings } from "#server/config/env.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { finishInFlight } from "#server/orders/worker/inFlightWork.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { createProgram } from "#server/program.ts";
import type { Control } from "#scripts/launch/sandbox/sandboxControl.ts";
import type { Who } from "./people.ts";

/** A dashboard without pages and a sandbox whose clocks are moved together: days pass in milliseconds. */
export type PlayedWorld = {
  program: Program;
  now: () => Instant;
  /** Lets time pass until then, doing whatever falls due, like the order worker. Never goes back. */
  liveUntil: (at: Instant) => Promise<void>;
  /** A request of a member, as their browser makes it. */
  as: (who: Who) => Promise<MemberRequest>;
  /** Moves both clocks to the real time and ends the connections. */
  close: () => Promise<void>;
};

/** The first pause without work, and how much longer each following pause is. */
const FIRST_PAUSE = 2 * SECOND;
const LONGER = 5;
const CLAIMED_AT_ONCE = 20;

/** @param start where the clocks begin; `control` is the control interface of the sandbox */
export async function createPlayedWorld(
  settings: Settings,
  control: Control,
  start: Instant,
): Promise<PlayedWorld> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const move = async (ms: number): Promise<void> => {
    ahead += ms;
    await control("POST", "clock", { moveMs: ms });
  };
  await move(start - Date.now());
  const { program, close } = createProgram(settings, {
    clock: { now, ahead: () => ahead },
    sleep: (ms) => move(Math.ceil(ms)),
  });

  async function moveTo(at: Instant): Promise<void> {
    const ms = Math.ceil(at - now());
    if (ms > 0) await move(ms);
  }

  /** The pauses grow, so that an order that is polled every minute for a day costs a few polls and not a thousand. */
  async function liveUntil(at: Instant): Promise<void> {
    for (let pause = FIRST_PAUSE; ; pause *= LONGER) {
      const due = await nextDue(program);
      const next = due === null ? at : Math.max(due, now() + pause);
      if (next >= at) break;
      await moveTo(next);
      await workOnDue(program);
    }
    await moveTo(at);
  }

  return {
    program,
    now,
    liveUntil,
    as: (who) => requestOf(program, who),
    close: async () => {
      await finishInFlight(program.instanceId);
      await move(-ahead);
      await close();
    },
  };
}

async function nextDue({ db }: Program): Promise<Instant | null> {
  const [row] = await db.select({ at: min(orders.nextActionAt) }).from(orders);
  return row?.at ?? null;
}

async function workOnDue(program: Program): Promise<void> {
  for (;;) {
    const claimed = await claimDue(program, "sandbox", CLAIMED_AT_ONCE);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((row) => workOnOrder(program, row)));
  }
}

async function requestOf(program: Program, who: Who): Promise<MemberRequest> {
  const [member] = await program.db
    .select({ id: members.id, email: members.email, name: members.name, role: members.role })
    .from(members)
    .where(eq(members.email, `${who}@demo.example`));
  if (member === undefined) throw new Error(`there is no demo member ${who}`);
  return { ...program, actor: member, environment: "sandbox", requestId: randomUUID() };
}
