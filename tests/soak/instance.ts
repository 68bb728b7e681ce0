/**
 * A dashboard instance without pages: the program, its worker, and orders that come in as lines of JSON. A process of its own,
 * so that it can be killed like one. Prints `ready`, then `answered {confirmationId, state}` for each order it has answered.
 */
import { createInterface } from "node:readline";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { SERVICE_FILTERS } from "#lib/contracts/catalog.ts";
import { placeOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { DeskRequest } from "#server/context.ts";
import { members } from "#server/db/schema/members.ts";
import { isDeskError } from "#server/errors.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { placeOrder } from "#server/orders/placeOrder.ts";
import { createProgram } from "#server/program.ts";

const given = z
  .object({ databaseUrl: z.string(), serviceUrl: z.string(), key: z.string(), email: z.string() })
  .parse(JSON.parse(process.argv[2] ?? "null"));

const { program, close } = createProgram({
  databaseUrl: given.databaseUrl,
  services: { sandbox: { baseUrl: given.serviceUrl, keys: [given.key] } },
  // Every filter of the contract is there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  filterParams: Object.fromEntries(SERVICE_FILTERS.map((name) => [name, name])) as Record<
    (typeof SERVICE_FILTERS)[number],
    string
  >,
  authSecret: "unused",
  ownAddress: null,
  fingerprintKey: new Uint8Array(32).fill(7),
  oidc: null,
  metricsToken: null,
  logLevel: "error",
});
const [member] = await program.db.select().from(members).where(eq(members.email, given.email));
if (member === undefined) throw new Error("no member");
const request: DeskRequest = {
  ...program,
  actor: { id: member.id, email: member.email, name: member.name, role: member.role },
  environment: "sandbox",
  requestId: "soak",
};
const worker = startWorker(program);
process.once("SIGTERM", () => {
  void worker
    .stop()
    .then(close)
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");

async function place(line: string): Promise<void> {
  const order = placeOrderRequest.parse(JSON.parse(line));
  const state = await placeOrder(request, order).then(
    (view) => view.state,
    (error: unknown) => (isDeskError(error) ? error.kind : `broken: ${String(error)}`),
  );
  process.stdout.write(`answered ${JSON.stringify({ confirmationId: order.confirmationId, state })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) void place(line);
