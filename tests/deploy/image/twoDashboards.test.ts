import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { Agent, fetch as fetchFrom } from "undici";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";
import { z } from "zod";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { signIn } from "#tests/support/signIn.ts";
import { runConfined, type Confined } from "#tests/deploy/support/confine.ts";
import {
  addMember,
  buyer,
  makeSecrets,
  programOf,
  startDashboard,
  type RunningProgram,
} from "#tests/deploy/support/deployment.ts";
import { readDockerfile } from "#tests/deploy/support/dockerfile.ts";
import { buildImage, unmountImage } from "./buildImage.ts";
import { composeVariables } from "./composeVariables.ts";
import { execute, missingPrograms } from "./execute.ts";
import { startPostgres, type PostgresServer } from "./postgresServer.ts";
import { startProxy } from "./proxy.ts";

const EMAIL = "buyer@partner.example";
const dockerfile = readDockerfile();
const storedSchema = z.array(z.object({ externalOrderCode: z.string(), posts: z.int() }));
/** On the way from a client of this address, the proxy is the only one who knows it. */
const CLIENT = "127.0.0.2";

const missing = missingPrograms();
if (missing.length > 0) console.log(`Skipped: it needs ${missing.join(", ")} (apt install).`);

describe.skipIf(missing.length > 0)("two dashboards of the image behind the proxy", () => {
  let postgres: PostgresServer;
  let sandbox: Sandbox;
  let confined: Confined;
  let dashboards: RunningProgram[] = [];
  let proxy: { stop(): Promise<void> };
  let origin: string;
  let password: string;
  let desk: ReturnType<typeof buyer>;
  let productId: number;
  const backups = mkdtempSync(join(tmpdir(), "codedesk-backups-"));
  const bought = new Set<string>();

  beforeAll(async () => {
    const root = buildImage();
    postgres = await startPostgres();
    sandbox = await startSandbox({ products: 50 });
    const port = await freePort();
    origin = `https://localhost:${port}`;
    const compose = composeVariables({
      DOMAIN: `localhost:${port}`,
      DATABASE_PASSWORD: "replaced",
      DATABASE_OWNER_PASSWORD: "replaced",
    });
    const variables = {
      ...compose,
      // The same roles on this machine.
      DATABASE_URL: postgres.url("codedesk"),
      MIGRATION_DATABASE_URL: postgres.url("codedesk_owner"),
      ...makeSecrets(),
      SERVICE_SANDBOX_URL: sandbox.url,
      SERVICE_SANDBOX_KEY: sandbox.key,
      RECENT_ORDER_MINUTES: "0",
      METRICS_TOKEN: randomBytes(24).toString("hex"),
    };
    confined = { root, app: null, variables };
    password = await addMember(confined, dockerfile, EMAIL, "buyer");
    dashboards = await Promise.all([
      startDashboard(confined, dockerfile),
      startDashboard(confined, dockerfile),
    ]);
    const [first, second] = dashboards.map((each) => new URL(each.origin).host);
    proxy = await startProxy(port, { "dashboard-1": first ?? "", "dashboard-2": second ?? "" });
    productId = await scenario(sandbox, "pins-as-strings");
    const isReady = async () => expect((await fetch(`${origin}/api/health/ready`)).status).toBe(200);
    await vi.waitFor(isReady, { timeout: TIME_LIMITS.wait });
    desk = buyer(origin, await signIn(origin, EMAIL, password));
  });

  afterAll(async () => {
    await proxy?.stop();
    for (const each of dashboards) await each.stop();
    await sandbox?.dispose();
    await postgres?.stop();
    unmountImage();
    rmSync(backups, { recursive: true, force: true });
  });

  /** Confirms until it is answered, as a program repeats a call that it has no answer of. */
  async function buy(): Promise<void> {
    const confirmationId = randomUUID();
    for (;;) {
      const placed = await desk.place(productId, 1, confirmationId).catch(() => null);
      if (placed !== null) {
        bought.add(placed.externalOrderCode);
        return;
      }
      await pause(200);
    }
  }

  async function untilAllAreBoughtOnce(): Promise<void> {
    for (const reference of bought) {
      await expect.poll(() => desk.state(reference)).toBe("completed");
    }
    const stored = storedSchema.parse(await sandbox.control("GET", "orders"));
    expect(new Set(stored.map(({ externalOrderCode }) => externalOrderCode))).toEqual(bought);
  }

  it("sell under the public address, and the proxy keeps the answers with codes as they are", async () => {
    await buy();
    const [reference = ""] = bought;
    await untilAllAreBoughtOnce();
    const answer = await desk.answerWithCodes(reference);
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.status).toBe(200);
    expect((await fetch(`${origin}/api/metrics`)).status).toBe(404);
  });

  it("learn from the proxy where a client is, whatever the client says", async () => {
    const dispatcher = new Agent({ localAddress: CLIENT });
    const headers = { "x-forwarded-for": "203.0.113.7", origin };
    const first = await fetchFrom(`${origin}/api/auth/csrf`, { dispatcher, headers });
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await first.json());
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const answer = await fetchFrom(`${origin}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      dispatcher,
      headers: { ...headers, cookie },
      body: new URLSearchParams({ csrfToken, email: EMAIL, password: "not the password", json: "true" }),
    });
    await answer.arrayBuffer();
    const client = new Client({ connectionString: postgres.url("codedesk_owner") });
    await client.connect();
    try {
      const failed = () =>
        client.query("select distinct address from sign_in_failures").then(({ rows }) => rows);
      await expect.poll(failed).toEqual([{ address: CLIENT }]);
    } finally {
      await client.end();
    }
  });

  it("lose no order and buy none twice when one of them is killed under load", async () => {
    const load = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 25; count += 1) await buy();
    });
    await expect.poll(() => bought.size).toBeGreaterThan(20);
    dashboards.pop()?.kill();
    await Promise.all(load);
    expect(bought.size).toBe(101);
    await untilAllAreBoughtOnce();
  });

  it("restore a backup into an empty database, in which nothing is sent until orders are let go", async () => {
    const file = join(backups, "codedesk.dump");
    execute("pg_dump", ["--format=custom", "--file", file, postgres.url("codedesk_owner")]);
    // After the backup: the restored ledger does not know it.
    await buy();
    for (const each of dashboards.splice(0)) expect(await each.stop()).toBe(0);
    postgres.create("restored");
    execute("pg_restore", ["--dbname", postgres.url("codedesk_owner", "restored"), file]);
    const variables = {
      ...confined.variables,
      DATABASE_URL: postgres.url("codedesk", "restored"),
      MIGRATION_DATABASE_URL: postgres.url("codedesk_owner", "restored"),
    };
    const restored = { ...confined, variables };
    const held = { ...restored, variables: { ...variables, HOLD_ORDERS: "on" } };
    const doctor = await runConfined(held, programOf(dockerfile, "doctor"));
    expect(doctor.output).toContain("HOLD_ORDERS");
    const plain = { ALLOW_PLAIN_HTTP: "on", NEXTAUTH_URL: "" };
    const holding = await startDashboard({ ...held, variables: { ...held.variables, ...plain } }, dockerfile);
    const reader = buyer(holding.origin, await signIn(holding.origin, EMAIL, password));
    expect((await reader.list()).length).toBeGreaterThan(20);
    await expect(reader.place(productId, 1)).rejects.toThrow();
    expect(await holding.stop()).toBe(0);
    const released = await startDashboard({ ...restored, variables: { ...variables, ...plain } }, dockerfile);
    const again = buyer(released.origin, await signIn(released.origin, EMAIL, password));
    const { externalOrderCode } = await again.place(productId, 1);
    await expect.poll(() => again.state(externalOrderCode)).toBe("completed");
    expect(await released.stop()).toBe(0);
  });

  it("have a unit that systemd accepts", () => {
    execute("systemd-analyze", ["verify", "deploy/codedesk.service"]);
  });
});
