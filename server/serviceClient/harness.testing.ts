import "server-only";
import { createServiceClient, type ServiceClientOptions } from "./createServiceClient.ts";
import type { CallRecord, CallOutcome, ServiceClient } from "./client.ts";
import { rawServer, type RawServer, type Reply } from "./rawServer.testing.ts";

export const KEY = "svc_test_first_k3y";
export const STANDBY = "svc_test_standby_k3y";
export const ORDER_BODY = new TextEncoder().encode('{"externalOrderCode":"Ünï-1",  "price":1}\n');

export type Harness = {
  client: ServiceClient;
  server: RawServer;
  records: CallRecord[];
  outcomes: CallOutcome[];
  place: () => ReturnType<ServiceClient["placeOrder"]>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Short time-outs for a server that falls silent; all other answers are to arrive, however slow the machine is. */
export const IMPATIENT = { connectMs: 400, headersMs: 400, bodyMs: 400, totalMs: 1_500 };

/** A client and a raw TCP server that answers it. */
export async function harness(reply: Reply, options: Partial<ServiceClientOptions> = {}): Promise<Harness> {
  const server = await rawServer(reply);
  const records: CallRecord[] = [];
  const outcomes: CallOutcome[] = [];
  const client = createServiceClient({
    environment: "sandbox",
    baseUrl: server.url,
    keys: [KEY],
    filterParams: {
      country: "country",
      language: "language",
      brand: "brand",
      category: "category",
      tag: "tag",
    },
    clock: { now: () => Date.now() },
    rateLimiter: {
      acquire: () => Promise.resolve(null),
      report: (outcome) => {
        outcomes.push(outcome);
        return Promise.resolve();
      },
    },
    record: (call) => records.push(call),
    ...options,
  });
  return {
    client,
    server,
    records,
    outcomes,
    place: () => client.placeOrder(ORDER_BODY, { attempt: 3, orderRow: "row" }),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server.close();
    },
  };
}
