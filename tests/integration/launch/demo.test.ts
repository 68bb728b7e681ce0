import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { demoVariable } from "#scripts/demo/demoVariable.ts";
import { DEMO_PEOPLE } from "#scripts/demo/people.ts";
import { demoMembers } from "#scripts/demo/demoMembers.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { requireFreePort } from "#scripts/launch/processes/requireFreePort.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";
import { signIn } from "#tests/support/signIn.ts";
import { bareEnvironment, runLauncher } from "./programs.ts";

type Demo = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

let dataDir: string;
let port: number;
beforeAll(async () => {
  dataDir = makeTestDirectory("codedesk-demo-");
  chmodSync(dataDir, 0o711);
  port = await freePort();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const variables = () => ({ DATA_DIR: dataDir, PORT: String(port), METRICS_TOKEN: "ignored-by-the-demo" });

async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ["scripts/launch.mjs", "demo"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: bareEnvironment(variables()),
  });
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Press Ctrl-C to stop everything")) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(output);
    }),
  ]);
  return { child, output: () => output, ended };
}

const address = (path: string) => `http://127.0.0.1:${port}${path}`;

/** Signs in with the password that the demo has printed. */
async function signInAsAdmin(output: string): Promise<string> {
  const [, password = ""] = /admin@demo\.example +(\S+)/.exec(output) ?? [];
  return signIn(`http://127.0.0.1:${port}`, "admin@demo.example", password);
}

async function mayListTeam(cookie: string): Promise<boolean> {
  const answer = await fetch(address("/api/team"), { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status === 200;
}

const launcherPid = () => Number(readFileSync(join(dataDir, "launcher.lock"), "utf8").split(" ")[0]);
const running = () =>
  z
    .array(z.object({ name: z.string(), pid: z.int() }))
    .parse(JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8")));

describe("npm run demo", () => {
  it("starts again after its launcher was killed, with the same members, the same sessions and one of each program", async () => {
    const first = await startDemo();
    const cookie = await signInAsAdmin(first.output());
    expect(await mayListTeam(cookie)).toBe(true);
    expect(await mayListTeam("")).toBe(false);

    const beside = await runLauncher(["demo"], variables());
    expect(beside.output).toMatch(/Codedesk is already running from .* \(process \d+\)/);
    expect(beside.code).toBe(1);

    process.kill(launcherPid(), "SIGKILL");
    await first.ended;
    const second = await startDemo();
    expect(await mayListTeam(cookie)).toBe(true);
    expect(first.output()).toContain("Creating two months of history");
    expect(second.output()).not.toContain("Creating two months of history");
    const passwords = (text: string) => [...text.matchAll(/@demo\.example +(\S+)/g)].map(([, word]) => word);
    expect(passwords(second.output())).toEqual(passwords(first.output()));
    expect(
      running()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["dashboard", "sandbox"]);

    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
    expect(running()).toEqual([]);
    await requireFreePort(port, "127.0.0.1");
  });

  it("says in one sentence which program has ended, and stops all others", async () => {
    const demo = await startDemo();
    const sandbox = running().find(({ name }) => name === "sandbox");
    process.kill(sandbox?.pid ?? 0, "SIGKILL");
    expect(await demo.ended).toBe(1);
    expect(demo.output().trim().split("\n").at(-1)).toMatch(/^The sandbox has ended \(SIGKILL\)/);
    expect(running()).toEqual([]);
    await requireFreePort(port, "127.0.0.1");
  });

  it("stops what was just being started when another program cannot start", async () => {
    const other = join(dataDir, "other");
    mkdirSync(other, { mode: 0o711 });
    // A file where the sandbox needs a directory.
    writeFileSync(join(other, "sandbox"), "");
    const ended = await runLauncher(["demo"], { DATA_DIR: other, PORT: String(port) });
    expect(ended.output.trim().split("\n").at(-1)).toMatch(/^The sandbox has ended \(exit code 1\)/);
    expect(ended.code).toBe(1);
    expect(existsSync(join(other, "database", "cluster", "PG_VERSION"))).toBe(true);
    expect(existsSync(join(other, "database", "cluster", "postmaster.pid"))).toBe(false);
  });

  it("offers its members on the sign-in page; the build itself holds nothing of the demo", async () => {
    const demo = await startDemo();
    const page = await (await fetch(address("/sign-in"))).text();
    for (const name of ["Ada Admin", "Bela Buyer", "Noor Buyer", "Suri Support"])
      expect(page).toContain(name);
    demo.child.kill("SIGTERM");
    expect(await demo.ended).toBe(0);

    const [newest] = readdirSync(".build")
      .filter((name) => !name.startsWith("lock"))
      .map((name) => join(".build", name))
      .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
    const folder = join(newest ?? "", ".next");
    // Directories too can be named like files: a route is one.
    const built = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|json|html|rsc|txt)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(built.length).toBeGreaterThan(100);
    const words = [/@demo\.example/, /Bela Buyer/, /Try this/, /Only some codes arrive/, /Scenario: /];
    const found = built.flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return words.filter((word) => word.test(text)).map((word) => `${file}: ${word.source}`);
    });
    expect(found).toEqual([]);
  });

  it("is the only start that can be a demo: `npm start` ignores DEMO, and refuses it beside production", async () => {
    const other = join(dataDir, "production");
    mkdirSync(other, { mode: 0o711 });
    const configured = {
      DATA_DIR: other,
      PORT: String(port),
      SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2",
      SERVICE_SANDBOX_KEY: "svc_test_of_nobody",
      DEMO: demoVariable(demoMembers(dataDir, DEMO_PEOPLE), "127.0.0.1"),
    };
    const live = {
      SERVICE_PRODUCTION_URL: "https://codes.example.com/v2",
      SERVICE_PRODUCTION_KEY: "svc_live_of_nobody",
    };
    const refused = await runLauncher(["start"], { ...configured, ...live });
    expect(refused.output).toContain("DEMO is set by `npm run demo` alone");
    expect(refused.code).toBe(1);

    const child = spawn(process.execPath, ["scripts/launch.mjs", "start"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: bareEnvironment(configured),
    });
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("Codedesk is ready")) break;
    }
    const page = await (await fetch(address("/sign-in"))).text();
    expect(page).toContain("Password");
    expect(page).not.toMatch(/Bela Buyer|demo\.example|Demo members/);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  });

  it("keeps its data to itself: `npm start` refuses the data directory of a demo", async () => {
    expect(existsSync(join(dataDir, "demo-admin-password"))).toBe(true);
    const refused = await runLauncher(["start"], {
      DATA_DIR: dataDir,
      PORT: String(port),
      SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2",
      SERVICE_SANDBOX_KEY: "svc_test_of_nobody",
    });
    expect(refused.output.trim().split("\n")).toHaveLength(1);
    expect(refused.output).toContain("has the members and orders of the demo");
    expect(refused.code).toBe(1);
  });

  it("reports to operators whether it is alive and ready, and gives metrics to nobody without a configured token", async () => {
    const demo = await startDemo();
    const ready = await fetch(address("/api/health/ready"));
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", checks: { database: "ok", migrations: "ok", workers: "ok" } },
    ]);
    expect((await fetch(address("/api/health/live"))).status).toBe(200);
    const headers = { authorization: "Bearer ignored-by-the-demo" };
    expect((await fetch(address("/api/metrics"), { headers })).status).toBe(404);
    demo.child.kill("SIGTERM");
    expect(await demo.ended).toBe(0);
  });
});
