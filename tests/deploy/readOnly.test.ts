import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { callControl } from "#scripts/launch/sandbox/sandboxControl.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { signIn } from "#tests/support/signIn.ts";
import { whyNotConfined } from "#scripts/tools/whyNotConfined.ts";
import { makeRoot, runConfined, type Confined } from "#tests/deploy/support/confine.ts";
import {
  createDeploymentDatabase,
  type DeploymentDatabase,
} from "#tests/deploy/support/deploymentDatabase.ts";
import {
  addMember,
  buyer,
  makeSecrets,
  programOf,
  startDashboard,
  startProgram,
  type RunningProgram,
} from "#tests/deploy/support/deployment.ts";
import { readDockerfile } from "#tests/deploy/support/dockerfile.ts";
import { HOUR } from "#lib/time/instant.ts";
import { LARGE_ANSWER } from "#server/serviceClient/readOffThread.ts";
import { makeProductionFiles } from "#tests/deploy/support/productionFiles.ts";

const KEY = "svc_test_0123456789abcdef0123456789abcdef";
const EMAIL = "buyer@partner.example";
const MANY_CODES = 30_000;
/** What a program says that was not allowed to write. */
const REFUSED = /EROFS|EACCES|EPERM|read-only/i;
const dockerfile = readDockerfile();

describe.skipIf(whyNotConfined() !== null)(
  "the files of the image, on a read-only root and without rights",
  () => {
    let folder: string;
    let database: DeploymentDatabase;
    let sandbox: RunningProgram;
    let confined: Confined;
    let dashboard: RunningProgram;
    let password: string;
    let productId: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "codedesk-deploy-"));
      chmodSync(folder, 0o755);
      const [root, app] = [join(folder, "root"), join(folder, "app")];
      makeRoot(root);
      makeProductionFiles(dockerfile, app);
      database = await createDeploymentDatabase();
      const options = [
        "--port",
        "0",
        "--data-dir",
        "/tmp/sandbox",
        "--key",
        KEY,
        "--fulfilment",
        "200",
        "--control",
      ];
      sandbox = await startProgram(
        { root, app, variables: {} },
        [...programOf(dockerfile, "sandbox"), ...options],
        /^sandbox listening on (\S+)$/m,
      );
      const service = { url: `${sandbox.origin}/v2`, key: KEY };
      confined = {
        root,
        app,
        variables: {
          ...makeSecrets(),
          ...database.variables,
          SERVICE_SANDBOX_URL: service.url,
          SERVICE_SANDBOX_KEY: KEY,
          // There is no proxy with TLS here, which the image's HOST needs otherwise.
          ALLOW_PLAIN_HTTP: "on",
        },
      };
      productId = await scenario(service, "pins-as-strings");
      password = await addMember(confined, dockerfile, EMAIL, "buyer");
      dashboard = await startDashboard(confined, dockerfile);
    });

    afterAll(async () => {
      await dashboard?.stop();
      await sandbox?.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it("sell: a member signs in, orders and reveals the codes", async () => {
      const desk = buyer(dashboard.origin, await signIn(dashboard.origin, EMAIL, password));
      const { externalOrderCode } = await desk.place(productId, 3);
      await expect.poll(() => desk.state(externalOrderCode)).toBe("completed");
      const { total, items } = await desk.reveal(externalOrderCode);
      expect(total).toBe(3);
      expect(items.map(({ fields }) => Object.values(fields).join("").length > 8)).toEqual([
        true,
        true,
        true,
      ]);
    });

    it("are healthy by the image's own health check", async () => {
      const variables = { PORT: new URL(dashboard.origin).port };
      expect(await runConfined({ ...confined, variables }, dockerfile.healthcheck)).toEqual({
        code: 0,
        output: "",
      });
    });

    it("have the commands of an operator: doctor, members and the audit log", async () => {
      const run = async (name: string, ...args: string[]) =>
        runConfined(confined, [...programOf(dockerfile, name), ...args]);
      expect(await run("member", "list")).toEqual({ code: 0, output: `${EMAIL}\tbuyer\tbuyer\n` });
      const doctor = await run("doctor");
      expect(doctor.output).not.toContain("TO DO");
      expect(doctor.code).toBe(0);
      const verified = await run("audit-verify");
      expect(verified.output).toContain("The audit log is intact.");
      expect(verified.code).toBe(0);
    });

    it("stop on SIGTERM while an order is in flight, and the next start finishes it: bought once", async () => {
      const control = (method: "GET" | "POST", route: string, body?: unknown) =>
        callControl(sandbox.origin, method, route, body);
      const before = buyer(dashboard.origin, await signIn(dashboard.origin, EMAIL, password));
      const known = new Set((await before.list()).map(({ externalOrderCode }) => externalOrderCode));
      // The service takes the order, and never answers.
      await control("POST", "faults", { operation: "place", when: "after", action: { kind: "hang" } });
      const confirmationId = randomUUID();
      const placed = before.place(productId, 2, confirmationId).catch(() => null);
      const fresh = async () =>
        (await before.list()).filter(({ externalOrderCode }) => !known.has(externalOrderCode));
      await expect.poll(async () => (await fresh()).length).toBe(1);
      const [order] = await fresh();
      expect(order?.state).toBe("submitting");
      expect(await dashboard.stop()).toBe(0);
      await placed;
      const bought = () => control("GET", `orders?code=${order?.externalOrderCode ?? ""}`);
      expect(await bought()).toMatchObject([{ posts: 1 }]);

      dashboard = await startDashboard(confined, dockerfile);
      const after = buyer(dashboard.origin, await signIn(dashboard.origin, EMAIL, password));
      expect((await after.place(productId, 2, confirmationId)).externalOrderCode).toBe(
        order?.externalOrderCode,
      );
      await expect.poll(() => after.state(order?.externalOrderCode ?? "")).toBe("completed");
      expect((await after.reveal(order?.externalOrderCode ?? "")).total).toBe(2);
      expect(await bought()).toMatchObject([{ posts: 1 }]);
    });

    it("start from a checkout that they cannot write to, as the unit of systemd has it", async () => {
      const [, command = ""] =
        /^ExecStart=\/usr\/bin\/npm (\w+)$/m.exec(readFileSync("deploy/codedesk.service", "utf8")) ?? [];
      const port = await freePort();
      const variables = { ...confined.variables, PORT: String(port) };
      const checkout = { root: confined.root, app: process.cwd(), variables };
      const program = ["node", "scripts/launch.mjs", command];
      const own = await startProgram(checkout, program, /^Codedesk is ready/m, `http://127.0.0.1:${port}`);
      const desk = buyer(own.origin, await signIn(own.origin, EMAIL, password));
      expect((await desk.list()).length).toBe(2);
      expect(await own.stop()).toBe(0);
      expect(own.output()).not.toMatch(REFUSED);
    });

    it("read an answer that is too large for the main thread, by a program of the build", async () => {
      const desk = buyer(dashboard.origin, await signIn(dashboard.origin, EMAIL, password));
      // Its order is asked about again soon, however many codes it has.
      const product = await scenario({ url: `${sandbox.origin}/v2`, key: KEY }, "estimate-past");
      const { externalOrderCode } = await desk.place(product, MANY_CODES);
      await callControl(sandbox.origin, "POST", "clock", { moveMs: HOUR });
      await expect.poll(() => desk.state(externalOrderCode)).toBe("completed");
      const path = `/v2/orders/${externalOrderCode}`;
      const said = await fetch(new URL(path, sandbox.origin), { headers: { "x-api-key": KEY } });
      expect((await said.text()).length).toBeGreaterThan(LARGE_ANSWER);
      expect((await desk.reveal(externalOrderCode)).total).toBe(MANY_CODES);
    });

    it("never try to write anywhere but into the temporary folder", () => {
      expect(dashboard.output() + sandbox.output()).not.toMatch(REFUSED);
    });
  },
);
