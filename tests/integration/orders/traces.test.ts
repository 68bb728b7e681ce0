import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { HOUR } from "#lib/time/instant.ts";
import { tracingOf, tracingVariablesSchema } from "#server/config/tracingVariables.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { claimDue } from "#server/orders/ledger/lease.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { workOnOrder } from "#server/orders/worker/workOnOrder.ts";
import { startTracing, type Tracing } from "#server/tracing/startTracing.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation } from "#tests/support/orderWorld.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.string()) })),
  status: z.object({ code: z.int().optional(), message: z.string().optional() }),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.unknown()) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

let collector: Server;
let address: string;
/** What the collector received, and its next answers. */
const exports: { headers: Record<string, unknown>; path: string; body: unknown }[] = [];
const answers: number[] = [];
let sandbox: Sandbox;
let testProgram: TestProgram;
let request: MemberRequest;
let tracing: Tracing;

beforeAll(async () => {
  collector = createServer((received, response) => void collect(received, response));
  await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
  // A TCP server's address is always of this shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ products: 200 });
  testProgram = await createTestProgram({
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
  });
  const { id } = await testProgram.addMember("buyer");
  const [member] = await testProgram.program.db.select().from(members);
  if (member?.id !== id || testProgram.program.traces === undefined)
    throw new Error("The program is not as expected.");
  request = { ...testProgram.program, actor: member, environment: "sandbox", requestId: "request" };
  const settings = readTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${address}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.region=eu",
    OTEL_BSP_SCHEDULE_DELAY: "20",
  });
  if (settings === null) throw new Error("Traces are off.");
  tracing = startTracing(settings, testProgram.program.log);
  testProgram.program.traces.tracer = tracing;
});
afterAll(async () => {
  await testProgram.close();
  await sandbox.dispose();
  collector.close();
});

async function collect(received: IncomingMessage, response: ServerResponse): Promise<void> {
  exports.push({ headers: received.headers, path: received.url ?? "", body: await json(received) });
  response.writeHead(answers.shift() ?? 200).end("{}");
}

const spansOf = () =>
  exports.flatMap(({ body }) =>
    exportSchema
      .parse(body)
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const valueOf = ({ attributes }: z.infer<typeof spanSchema>, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

describe("the traces of orders", () => {
  it("hold confirmation, attempts and polls of an order as one trace, without codes, keys or words of the service", async () => {
    // If the collector cannot accept spans now, they are sent again.
    answers.push(503);
    const productId = await scenario(sandbox, "price-moves");
    await sandbox.control("POST", "faults", { operation: "place", when: "after", action: { kind: "reset" } });
    const order = await placeOrder(request, confirmation(productId));
    expect(order.state).toBe("unconfirmed");
    for (const _ of ["found", "completed"]) {
      testProgram.advance(HOUR);
      await sandbox.control("POST", "clock", { moveMs: HOUR });
      for (const row of await claimDue(testProgram.program, "sandbox", 10))
        await workOnOrder(testProgram.program, row);
    }
    const row = await findByReference(testProgram.program.db, "sandbox", order.externalOrderCode ?? "");
    expect(row?.state).toBe("completed");
    // Rejected spans are sent a second time, so counting spans would not show that the last one has arrived.
    await expect
      .poll(() => new Set(spansOf().map(({ name }) => name)))
      .toEqual(new Set(["confirm order", "POST /orders", "GET /orders/{reference}"]));

    const own = spansOf().filter(({ traceId }) => traceId === row?.id.replaceAll("-", ""));
    const sorted = [...new Map(own.map((span) => [span.spanId, span])).values()].toSorted((one, other) =>
      one.startTimeUnixNano.localeCompare(other.startTimeUnixNano),
    );
    const [confirmed, ...calls] = sorted;
    expect(sorted.map(({ name, kind }) => [name, kind])).toEqual([
      ["confirm order", 1],
      ["POST /orders", 3],
      ["GET /orders/{reference}", 3],
      ...sorted.slice(3).map(() => ["GET /orders/{reference}", 3]),
    ]);
    expect(confirmed?.parentSpanId).toBeUndefined();
    expect(new Set(calls.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([confirmed?.spanId]));
    expect(calls.map((span) => valueOf(span, "http.response.status_code")).slice(1)).toEqual(
      calls.slice(1).map(() => "200"),
    );
    const [attempt] = calls;
    expect(attempt?.status).toEqual({ code: 2, message: "ambiguous" });
    expect(attempt && valueOf(attempt, "codedesk.attempt")).toBe("1");

    const text = JSON.stringify(exports.map(({ body }) => body));
    const delivered = await testProgram.program.services.sandbox?.readOrder(order.externalOrderCode ?? "");
    const codes =
      delivered?.ok === true ? delivered.value.codes.flatMap(({ fields }) => textsOf(fields)) : [];
    expect(codes.length).toBeGreaterThanOrEqual(4);
    for (const secret of [sandbox.key, order.externalOrderCode ?? "", ...codes, "ECONNRESET"]) {
      expect(text).not.toContain(secret);
    }
    expect(exports[0]).toMatchObject({
      path: "/v1/traces",
      headers: { authorization: "Bearer of-the-collector" },
    });
    expect(text).toContain('{"key":"service.name","value":{"stringValue":"codedesk"}}');
    expect(text).toContain('{"key":"deployment.region","value":{"stringValue":"eu"}}');
  });

  it("are sent to the end when the dashboard stops, and orders go on if no collector answers", async () => {
    await tracing.stop();
    const before = spansOf().length;
    const productId = await scenario(sandbox, "price-moves");
    await placeOrder(request, confirmation(productId));
    await expect.poll(() => spansOf().length).toBe(before + 2);
    const gone = startTracing(
      { ...known(), address: "http://127.0.0.1:9/v1/traces" },
      testProgram.program.log,
    );
    if (testProgram.program.traces !== undefined) testProgram.program.traces.tracer = gone;
    expect((await placeOrder(request, confirmation(productId))).state).toBe("processing");
    await gone.stop();
    expect(testProgram.logged.join("\n")).toContain("The collector does not take traces");
  });
});

describe("the variables of OpenTelemetry", () => {
  it("trace nothing unless a collector is named, and nothing that is switched off", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318";
    expect(readTracing({})).toBeNull();
    for (const off of [
      { OTEL_SDK_DISABLED: "true" },
      { OTEL_TRACES_EXPORTER: "none" },
      { OTEL_TRACES_SAMPLER: "always_off" },
      { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
    ]) {
      expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT, ...off })).toBeNull();
    }
    expect(known()).toMatchObject({
      address: "http://collector:4318/v1/traces",
      ratio: 1,
      timeoutMs: 10_000,
    });
    expect(readTracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/x" })?.address).toBe(
      "https://traces.example/x",
    );
  });
});

function readTracing(variables: Record<string, string | undefined>) {
  return tracingOf(tracingVariablesSchema.parse(variables));
}

function known() {
  const settings = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" });
  if (settings === null) throw new Error("Traces are off.");
  return settings;
}

/** The values of a delivered code that could be its PIN. */
function textsOf(fields: object): string[] {
  return Object.values(fields).filter(
    (value): value is string => typeof value === "string" && value.length >= 8,
  );
}
