import { isNotNull } from "drizzle-orm";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { isAppError } from "#server/context/errors.ts";
import { findByConfirmation } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { confirmation, IMPATIENT, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import type { TcpProxy } from "#tests/support/tcpProxy.ts";
import type { Fault, Row } from "#tests/faults/rows/row.ts";

/** The outcome of a row, to be compared with the required one. */
export type Outcome = {
  atOnce: string;
  end: string;
  posts: number;
  bodies: number;
  bought: number;
  delivered: number | null;
  alarm: string | null;
};

const STEP = 20 * SECOND;
/** Longer than every time limit of an order. */
const LONG = 200 * MINUTE;
const REVOKED = "svc_test_revokedrevokedrevokedrevoked";

export async function runRow(world: OrderWorld, proxy: TcpProxy, row: Row): Promise<Outcome> {
  await begin(world, proxy);
  const program = instanceFor(world, proxy, row);
  const productId = await scenario(world.sandbox, row.product ?? "price-moves");
  await world.sandbox.control("POST", "settings", { dialect: row.dialect ?? "plain" });
  const order = confirmation(productId);
  await setFaults(world, "place", row.place);
  const first = fallible(program, proxy, row);
  const answers = await Promise.all(
    Array.from({ length: row.confirmed ?? 1 }, () =>
      placeOrder({ ...world.request, ...first }, order).then(
        (view) => view.state as string,
        (error: unknown) => (isAppError(error) ? error.kind : String(error)),
      ),
    ),
  );
  // Placing does not wait for a slow answer, but the row is about the answer.
  await world.finish();
  await setFaults(world, "order", row.poll);
  const placed = await findByConfirmation(world.program.db, order.confirmationId);
  const atOnce = placed === null ? (answers[0] ?? "") : placed.state;
  if (placed === null)
    return { atOnce, end: "no order", posts: 0, bodies: 1, bought: 0, delivered: null, alarm: null };
  const code = placed.externalOrderCode ?? "";
  const end = await letTimePass(world, program, proxy, row, order.confirmationId);
  const sent = (await world.received(code)).filter(({ method }) => method === "POST");
  return {
    atOnce,
    end: end?.state ?? "gone",
    posts: sent.length,
    bodies: new Set([...sent.map(({ body }) => body), placed.body?.toString("base64")]).size,
    bought: (await world.ordersAtService(code)).length,
    delivered: end?.delivered ?? null,
    alarm: end?.alarm ?? null,
  };
}

/** Removes everything that earlier rows have left. */
async function begin(world: OrderWorld, proxy: TcpProxy): Promise<void> {
  await proxy.set({ kind: "pass" });
  await world.sandbox.control("DELETE", "faults");
  await world.sandbox.control("DELETE", "requests");
  await world.sandbox.control("POST", "settings", { dialect: "plain" });
  await world.program.db.update(orders).set({ nextActionAt: null }).where(isNotNull(orders.nextActionAt));
  await world.program.db.delete(serviceState);
}

function instanceFor(world: OrderWorld, proxy: TcpProxy, row: Row): Program {
  const limits = row.isSilent === true ? IMPATIENT : {};
  if (row.network !== undefined)
    return world.instance(limits, { baseUrl: `http://127.0.0.1:${proxy.port}/v2` });
  if (row.revoked === "first key") return world.instance(limits, { keys: [REVOKED, world.sandbox.key] });
  if (row.revoked === "every key") return world.instance(limits, { keys: [REVOKED] });
  return world.instance(limits);
}

/** The instance that sends the first attempt: over a broken network, or with a process that dies around it. */
function fallible(program: Program, proxy: TcpProxy, { network, dies }: Row): Program {
  const client = program.services.sandbox;
  if (client === undefined || (network === undefined && dies === undefined)) return program;
  const place: typeof client.placeOrder = async (body, options) => {
    if (network !== undefined) {
      await proxy.set(network.mode);
      return client.placeOrder(body, options);
    }
    if (dies === "after the answer") await client.placeOrder(body, options);
    throw new Error("the process died here");
  };
  return { ...program, services: { sandbox: { ...client, placeOrder: place } } };
}

async function setFaults(world: OrderWorld, operation: string, faults: Fault[] = []): Promise<void> {
  for (const fault of faults) await world.sandbox.control("POST", "faults", { ...fault, operation });
}

/** Advances the clock until the row's end is reached, or for longer than anything should take. */
async function letTimePass(
  world: OrderWorld,
  program: Program,
  proxy: TcpProxy,
  row: Row,
  confirmationId: string,
) {
  const brokenFor = (row.network?.minutes ?? 0) * MINUTE;
  for (let passed = 0; ; passed += STEP) {
    const now = await findByConfirmation(world.program.db, confirmationId);
    if (isReached(row, now)) return now;
    if (passed >= LONG) return now;
    if (passed >= brokenFor) await proxy.set({ kind: "pass" });
    if (row.later !== undefined && now?.state === row.end) {
      await world.sandbox.control("POST", "orders", {
        externalOrderCode: now.externalOrderCode,
        ...row.later,
      });
    }
    await world.advance(STEP);
    await world.work(program);
  }
}

function isReached(row: Row, now: { state: string; alarm: string | null } | null): boolean {
  return now?.state === row.end && (row.alarm === undefined || (now.alarm?.includes(row.alarm) ?? false));
}
