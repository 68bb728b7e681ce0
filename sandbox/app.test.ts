import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import { createService, type Service, type ServiceOptions } from "#sandbox/state/service.ts";

const KEY = "svc_test_key";
let dataDir: string;
let service: Service;
let server: ServerType | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "codedesk-app-"));
});
afterEach(() => {
  server?.close();
  service.store.close();
  rmSync(dataDir, { recursive: true });
});

async function start(options: Partial<ServiceOptions> = {}) {
  service = createService({
    dataDir,
    keys: [KEY],
    products: 3,
    control: false,
    dialect: "plain",
    catalog: "usual",
    latencyMs: 0,
    fulfilmentMs: 2_000,
    wallet: "fixed",
    ...options,
  });
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: createApp(service).fetch, port: 0, hostname: "127.0.0.1" }, (at) => {
      resolve(at.port);
    });
  });
  return async (method: string, address: string, body?: string) => {
    const headers = { "x-api-key": KEY, connection: "close" };
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, body: await answer.json() };
  };
}
const ORDER = {
  externalOrderCode: "a",
  currency: "EUR",
  price: 1_000,
  orderProducts: [{ productId: 900_003, price: 1_000, quantity: 1 }],
};
/** Returns what is written to the log during `act`. */
async function saidBy(act: () => Promise<void>): Promise<string> {
  const said: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  try {
    await act();
  } finally {
    process.stderr.write = write;
  }
  return said.join("");
}
const refused = (statusCode: number, error: string, message: string) => ({
  status: statusCode,
  body: { statusCode, error, message },
});

describe("the service", () => {
  it("answers addresses that do not exist in the shape of every error, below /v2 and beside it", async () => {
    const ask = await start();
    expect(await ask("GET", "/v2/vouchers")).toEqual(refused(404, "Not Found", "Cannot GET /v2/vouchers"));
    expect(await ask("DELETE", "/v2/orders/1")).toEqual(
      refused(404, "Not Found", "Cannot DELETE /v2/orders/1"),
    );
    expect(await ask("GET", "/v1/wallet")).toEqual(refused(404, "Not Found", "Cannot GET /v1/wallet"));
    expect(await ask("GET", "/control/requests")).toEqual(
      refused(404, "Not Found", "Cannot GET /control/requests"),
    );
  });

  it("answers a body that is larger than any order with 413", async () => {
    const ask = await start();
    const large = " ".repeat(10 * 1024 * 1024 + 1);
    expect(await ask("POST", "/v2/orders", large)).toEqual(
      refused(413, "Payload Too Large", "The request body is too large."),
    );
  });

  it("answers 500 to what it cannot do, and keeps running", async () => {
    const ask = await start();
    service.listing.page = () => {
      throw new Error("a fault of its own");
    };
    const said = await saidBy(async () => {
      expect(await ask("GET", "/v2/catalog/products")).toEqual(
        refused(500, "Internal Server Error", "Internal server error"),
      );
    });
    expect(said).toContain("a fault of its own");
    expect((await ask("GET", "/v2/wallet")).status).toBe(200);
  });

  it("answers 502 for an order that could not be written, and makes none", async () => {
    const ask = await start();
    service.store.add = () => Promise.reject(new Error("no space"));
    const said = await saidBy(async () => {
      expect(await ask("POST", "/v2/orders", JSON.stringify(ORDER))).toEqual(
        refused(502, "Bad Gateway", "Order could not be created. Please try again later."),
      );
    });
    expect(said).toBe("An order could not be written: Error: no space\n");
    expect((await ask("GET", "/v2/orders/a")).status).toBe(404);
  });

  it("is late by its own latency and that of its dialect", async () => {
    const ask = await start({ latencyMs: 50, dialect: "frugal" });
    const began = performance.now();
    await ask("GET", "/v2/wallet");
    expect(performance.now() - began).toBeGreaterThan(145);
  });

  it("has a wallet that is charged for each order only if it moves", async () => {
    const ask = await start({ wallet: "moving" });
    const before = await ask("GET", "/v2/wallet");
    expect((await ask("POST", "/v2/orders", JSON.stringify(ORDER))).status).toBe(202);
    const euros = (available: number) => ({
      balances: expect.arrayContaining([{ currencyCode: "EUR", available, reserved: 0 }]),
    });
    expect(before.body).toEqual(euros(1_250_000));
    expect((await ask("GET", "/v2/wallet")).body).toEqual(euros(1_249_000));
    // The snapshot in the order is the wallet at the time of the answer.
    expect((await ask("POST", "/v2/orders", JSON.stringify(ORDER))).body).toMatchObject({
      wallet: euros(1_249_000),
    });
  });
});
