import type { SandboxEnv } from "#sandbox/http/bindings.ts";
import { type Context, Hono } from "hono";
import { authenticate } from "#sandbox/endpoints/authenticate.ts";
import { readProduct, readProducts } from "#sandbox/endpoints/readProducts.ts";
import type { Operation } from "#sandbox/http/faults.ts";
import { controlRoutes } from "#sandbox/endpoints/controlRoutes.ts";
import { prefixOf, redacted } from "#sandbox/http/requestRecord.ts";
import { pause, sendReply } from "#sandbox/http/sendReply.ts";
import { limitsOf } from "#sandbox/dialect/limits.ts";
import { walletBody } from "#sandbox/dialect/walletBodies.ts";
import { codeOf, placeOrder } from "#sandbox/endpoints/placeOrder.ts";
import { readOrder } from "#sandbox/endpoints/readOrder.ts";
import { refuse } from "#sandbox/interface/refusal.ts";
import { type Reply, refusal } from "#sandbox/http/reply.ts";
import { parseJson, readBody, rawPath, type Sent, sentAddress } from "#sandbox/http/request.ts";
import { type Service, walletOf } from "#sandbox/state/service.ts";

type SandboxContext = Context<SandboxEnv>;

/** The service as an HTTP application: /v2, and /control where it is switched on. */
export function createApp(service: Service): Hono<SandboxEnv> {
  // The path as it was sent: "." and ".." are references like any other, not folders.
  const app = new Hono<SandboxEnv>({
    getPath: (request, options) => rawPath(options?.env?.incoming.url ?? new URL(request.url).pathname),
  });
  const operation = (name: Operation, handle: Handler) => (c: SandboxContext) =>
    serve(service, c, name, handle);
  app.get(
    "/v2/wallet",
    operation("wallet", () => ({ status: 200, body: walletBody(service.dialect, walletOf(service)) })),
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
  app.all("/v2/*", (c) =>
    serve(service, c, null, () => refusal(404, `Cannot ${c.req.method} ${c.req.path}`)),
  );
  if (service.record !== null) app.route("/control", controlRoutes(service, service.record));
  app.notFound((c) => c.json(refuse(404, `Cannot ${c.req.method} ${c.req.path}`), 404));
  app.onError((error, c) => {
    process.stderr.write(`${error.stack ?? String(error)}\n`);
    return c.json(refuse(500, "Internal server error"), 500);
  });
  return app;
}

type Handler = (input: Omit<Sent, "path"> & { body: unknown }) => Reply | Promise<Reply>;

/** Handles one call: record, faults before, key and rate limit, the operation itself, faults after. */
async function serve(
  service: Service,
  c: SandboxContext,
  operation: Operation | null,
  handle: Handler,
): Promise<Response> {
  const { path, segment, query } = sentAddress(c.env.incoming.url ?? "/");
  const bytes = operation === "place" ? await readBody(c.req.raw) : Buffer.alloc(0);
  const body = bytes === null ? undefined : parseJson(bytes);
  const code = operation === "place" ? codeOf(body) : operation === "order" ? segment : null;
  const key = c.req.header("x-api-key");
  const entry = {
    at: service.clock.now(),
    method: c.req.method,
    path,
    operation,
    headers: service.record === null ? {} : redacted(c.req.raw.headers),
    keyPrefix: key === undefined ? null : prefixOf(key),
    code,
    body: operation === "place" ? (bytes?.toString("base64") ?? null) : null,
    status: null as number | null, // filled in below, when the answer is known
  };
  service.record?.add(entry);
  const latencyMs = service.latencyMs + limitsOf(service.dialect).latencyMs;
  if (latencyMs > 0) await pause(latencyMs);
  const before = service.faults.next(operation, code, "before");
  if (before?.kind === "delay") await pause(before.ms);
  else if (before !== null && before.kind !== "headers") {
    return sendReply(c, service.clock.now(), { status: 200, body: null, fault: before });
  }
  const reply =
    authenticate(service, key) ??
    (bytes === null
      ? refusal(413, "The request body is too large.")
      : await handle({ segment, query, body }));
  const after = service.faults.next(operation, code, "after") ?? (before?.kind === "headers" ? before : null);
  entry.status = reply.status;
  return sendReply(c, service.clock.now(), after === null ? reply : { ...reply, fault: after });
}
