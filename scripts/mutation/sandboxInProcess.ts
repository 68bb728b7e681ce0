import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { createApp } from "#sandbox/app.ts";
import { CATALOGS } from "#sandbox/catalog/names.ts";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { CHOICES } from "#sandbox/interface/choices.ts";
import { createService } from "#sandbox/state/service.ts";
import { callControl } from "#scripts/launch/sandbox/sandboxControl.ts";

/** The key that the sandbox of every test accepts. */
export const SANDBOX_KEY = "svc_test_0123456789abcdef0123456789abcdef";

type Options = {
  control?: boolean;
  products?: number;
  dialect?: string;
  catalog?: string;
  latencyMs?: number;
};

/**
 * Replaces scripts/launch/sandbox/sandboxProcess.ts while mutants are tested: the same service over a socket, but in the process
 * of the tests, where the mutant is active.
 */
export async function startSandbox(options: Options = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "codedesk-mutant-"));
  const service = createService({
    dataDir,
    keys: [SANDBOX_KEY],
    products: options.products ?? 200,
    control: options.control ?? true,
    dialect: DIALECTS.find((name) => name === options.dialect) ?? "plain",
    catalog: CATALOGS.find((name) => name === options.catalog) ?? "usual",
    latencyMs: options.latencyMs ?? 0,
    fulfilmentMs: CHOICES.fulfilmentMs,
    wallet: "fixed",
  });
  let server: Server | undefined;
  const url = await new Promise<string>((resolve) => {
    const started = serve({ fetch: createApp(service).fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      resolve(`http://127.0.0.1:${port}/v2`);
    });
    if ("closeAllConnections" in started) server = started;
  });
  const stop = async (): Promise<void> => {
    server?.close();
    server?.closeAllConnections();
    await Promise.resolve();
  };
  return {
    url,
    key: SANDBOX_KEY,
    dataDir,
    control: (...call: [method: "GET" | "POST" | "DELETE", route: string, body?: unknown]) =>
      callControl(url, ...call),
    stop,
    kill: stop,
    dispose: async () => {
      await stop();
      service.store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
