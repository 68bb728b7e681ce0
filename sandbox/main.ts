import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { CATALOGS } from "#sandbox/catalog/names.ts";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { KEY_PREFIX } from "#sandbox/interface/keys.ts";
import { lockDirectory } from "./lock.ts";
import { WALLETS } from "#sandbox/orders/wallet.ts";
import { createService } from "#sandbox/state/service.ts";

/** The key that is accepted when none is given: for the demo and for manual tests. */
const DEMO_KEY = "svc_test_demo_0123456789abcdefghijklmnop";

const USAGE = `Usage: npm run sandbox -- [options]
  --port N          port on loopback (SANDBOX_PORT, else 4010; 0 picks a free one)
  --data-dir DIR    where orders are kept (SANDBOX_DATA_DIR, else .data/sandbox)
  --key KEY         an accepted API key, svc_test_…; may be repeated (SANDBOX_KEYS, comma-separated, else
                    ${DEMO_KEY})
  --products N      ordinary products in the catalog (SANDBOX_PRODUCTS, else 2400)
  --latency MS      answer every call this much later (SANDBOX_LATENCY, else 0)
  --dialect NAME    ${DIALECTS.join(", ")} (SANDBOX_DIALECT, else plain)
  --catalog NAME    ${CATALOGS.join(", ")} (SANDBOX_CATALOG, else usual)
  --wallet NAME     ${WALLETS.join(", ")} (SANDBOX_WALLET, else fixed)
  --control         switch the control interface on (SANDBOX_CONTROL=1); for tests only`;

function readOptions() {
  const { env } = process;
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: env.SANDBOX_PORT || "4010" },
      "data-dir": { type: "string", default: env.SANDBOX_DATA_DIR || ".data/sandbox" },
      key: { type: "string", multiple: true },
      products: { type: "string", default: env.SANDBOX_PRODUCTS || "2400" },
      latency: { type: "string", default: env.SANDBOX_LATENCY || "0" },
      dialect: { type: "string", default: env.SANDBOX_DIALECT || "plain" },
      catalog: { type: "string", default: env.SANDBOX_CATALOG || "usual" },
      wallet: { type: "string", default: env.SANDBOX_WALLET || "fixed" },
      control: { type: "boolean", default: env.SANDBOX_CONTROL === "1" },
      help: { type: "boolean", default: false },
    },
  });
  return values;
}

function readKeys(given: string[] | undefined): string[] {
  const named = given ?? process.env.SANDBOX_KEYS?.split(",").map((key) => key.trim()) ?? [];
  const keys = named.filter((key) => key !== "");
  if (keys.some((key) => !key.startsWith(KEY_PREFIX))) {
    throw new Error(`A sandbox key begins with ${KEY_PREFIX} (docs/service-interface.md §5)`);
  }
  return keys.length === 0 ? [DEMO_KEY] : keys;
}

function start(): void {
  const values = readOptions();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const dialect = DIALECTS.find((name) => name === values.dialect);
  if (dialect === undefined) throw new Error(`--dialect must be one of ${DIALECTS.join(", ")}`);
  const catalog = CATALOGS.find((name) => name === values.catalog);
  if (catalog === undefined) throw new Error(`--catalog must be one of ${CATALOGS.join(", ")}`);
  const wallet = WALLETS.find((name) => name === values.wallet);
  if (wallet === undefined) throw new Error(`--wallet must be one of ${WALLETS.join(", ")}`);
  const directory = resolve(values["data-dir"]);
  const options = {
    dataDir: directory,
    keys: readKeys(values.key),
    products: whole("products", values.products, 0, 1_000_000),
    control: values.control,
    dialect,
    catalog,
    wallet,
    latencyMs: whole("latency", values.latency, 0, 600_000),
  };
  const port = whole("port", values.port, 0, 65_535);
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new Error(`The data directory ${directory} cannot be written`, { cause: error });
  }
  process.on("exit", lockDirectory(directory));
  const service = createService(options);
  const server = serve({ fetch: createApp(service).fetch, port, hostname: "127.0.0.1" }, (address) => {
    console.log(`sandbox listening on http://127.0.0.1:${address.port}/v2`);
  });
  server.on("error", (error) => {
    const isInUse = "code" in error && error.code === "EADDRINUSE";
    fail(isInUse ? `Port ${port} is in use; choose another with --port` : error.message);
  });
  const stop = (): void => {
    server.close(() => process.exit(0));
    // Close each connection once its answer is sent, without waiting for another request.
    setInterval(() => {
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    }, 20);
    // Do not wait for connections of the scenario that never answers.
    setTimeout(() => process.exit(0), 1_000);
  };
  process.once("SIGTERM", stop);
  // As a child process with a channel: stop when the parent is gone.
  process.once("disconnect", stop);
  process.once("SIGINT", stop);
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

try {
  start();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
