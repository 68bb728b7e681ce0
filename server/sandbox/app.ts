import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { readProduct, readProducts } from "./catalog/read.ts";
import { mountControl } from "./control/mount.ts";
import type { Operation } from "./control/faults.ts";
import { send } from "./deliver.ts";
import { walletBody } from "./dialect.ts";
import { MESSAGES } from "./messages.ts";
import { codeOf, placeOrder, throttled } from "./orders/place.ts";
import { readOrder } from "./orders/read.ts";
import { type Reply, refusal } from "./reply.ts";
import type { Service } from "./service.ts";

export type SandboxEnv = { Bindings: HttpBindings };
type SandboxContext = Context<SandboxEnv>;

/** Larger orders than this do not exist; a body is refused before it fills the memory. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The service as an HTTP application: /v2, and /control where it is switched on. */
export function createApp(service: Service): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>({
    // The path as it was sent: "." and ".." are references like any other, not folders.
    getPath: (request, options) => {
      const bindings = options?.env;
      const raw = bindings?.incoming.url ?? new URL(request.url).pathname;
      return raw.split("?", 1)[0] ?? "/";
    },
  });
  const operation = (name: Operation, handle: Handler) => (c: SandboxContext) =>
    serve(service, c, name, handle);
  app.get(
    "/v2/wallet",
    operation("wallet", () => ({ status: 200, body: walletBody(service.dialect) })),
  );
  app.get(
    "/v2/catalog/products",
    operation("products", ({ query }) => readProducts(service, query)),
  );
  app.get(
    "/v2/catalog/products/:id",
    operation("product", ({ segment }) => readProduct(service, segment)),
  );
  app.post(
    "/v2/orders",
    operation("place", ({ body }) => placeOrder(service, body)),
  );
  app.get(
    "/v2/orders/:reference",
    operation("order", ({ segment }) => readOrder(service, segment)),
  );
  if (service.record !== null) mountControl(app, service);
  app.notFound((c) =>
    c.json({ statusCode: 404, error: "Not Found", message: `Cannot ${c.req.method} ${c.req.path}` }, 404),
  );
  return app;
}

type Input = { segment: string; query: URLSearchParams; body: unknown };
type Handler = (input: Input) => Reply | Promise<Reply>;

async function serve(
  service: Service,
  c: SandboxContext,
  operation: Operation,
  handle: Handler,
): Promise<Response> {
  const raw = c.env.incoming.url ?? "/";
  const segment = decodeSegment(raw.split("?", 1)[0]?.split("/").at(-1) ?? "");
  const bytes = operation === "place" ? await readBody(c) : null;
  const body = bytes === null ? null : parse(bytes);
  const code = operation === "place" ? codeOf(body) : operation === "order" ? segment : null;
  const key = c.req.header("x-api-key");
  const entry = {
    at: service.clock.now(),
    method: c.req.method,
    path: raw,
    operation,
    keyPrefix: key === undefined ? null : key.slice(0, 9),
    code,
    body: bytes === null ? null : bytes.toString("base64"),
    status: null as number | null, // filled in below, when the answer is known
  };
  service.record?.add(entry);
  if (service.latencyMs > 0) await pause(service.latencyMs);
  const before = service.faults.strike(operation, code, "before");
  if (before !== null && before.kind !== "delay")
    return send(c, service, { status: 200, body: null, mishap: before });
  if (before?.kind === "delay") await pause(before.ms);
  const reply =
    refuseCaller(service, key) ??
    (await handle({ segment, query: new URLSearchParams(raw.split("?")[1] ?? ""), body }));
  const after = service.faults.strike(operation, code, "after");
  entry.status = reply.status;
  return send(c, service, after === null ? reply : { ...reply, mishap: after });
}

/** 401 with its two messages (part 5), then the rate limit (part 8). Null: the caller may pass. */
function refuseCaller(service: Service, key: string | undefined): Reply | null {
  if (key === undefined || key === "") return refusal(401, MESSAGES.missingKey);
  if (!service.keys.has(key)) return refusal(401, MESSAGES.invalidKey);
  const wait = service.rateLimit.take(key, service.clock.now());
  return wait === null ? null : throttled(wait);
}

async function readBody(c: SandboxContext): Promise<Buffer> {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  return bytes.length > MAX_BODY_BYTES ? Buffer.alloc(0) : bytes;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return value;
  } catch {
    return undefined;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
