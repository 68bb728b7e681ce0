import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createdTokenSchema } from "#lib/contracts/team/accessTokens.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { signIn } from "#tests/support/signIn.ts";
import { copyBuildContext } from "#tests/deploy/support/buildContext.ts";
import { bareEnvironment } from "#tests/integration/launch/programs.ts";
import { builtDashboard } from "#tests/soak/dashboard.ts";
import { readCommands } from "./readCommands.ts";

const DOCUMENTS = [
  "README.md",
  "docs/operations.md",
  "docs/programs.md",
  "docs/sandbox.md",
  "docs/conformance.md",
];

const BY_DEPLOYMENT = { test: "tests/deploy/support/deploymentDatabase.ts", text: "docs/operations.md" };

/** What another test executes, and a text in it that shows so. */
const ELSEWHERE: Record<string, { test: string; text: string }> = {
  "npm run demo": { test: "tests/integration/launch/demo.test.ts", text: '"demo"' },
  "create role codedesk_owner login password '…'": BY_DEPLOYMENT,
  "create role codedesk login password '…'": BY_DEPLOYMENT,
  "grant codedesk to codedesk_owner": BY_DEPLOYMENT,
  "create database codedesk owner codedesk_owner": BY_DEPLOYMENT,
};

/** What no test can execute as it is written, and why. */
const NOT_EXECUTED: Record<string, string> = {
  "npm test": "this test is part of it",
  "docker compose --env-file .env -f deploy/compose.yaml up -d --build":
    "needs Docker: tests/deploy runs the files of the image, and a test compares the file with its schema",
  "docker compose --env-file .env -f deploy/compose.yaml exec dashboard-1 \\\n  node --conditions=react-server scripts/member.ts add you@example.com --role admin":
    "needs Docker: tests/deploy runs the program of this line in the image's files",
  "sudo systemd-run --pipe --wait --uid=codedesk -p WorkingDirectory=/opt/codedesk -p EnvironmentFile=/etc/codedesk.env npm run doctor":
    "needs a machine that systemd has started: `npm run doctor` itself is executed here",
};

const shown = DOCUMENTS.flatMap((path) => readCommands(readFileSync(path, "utf8")));
const executed = new Set<string>();
const started: ChildProcess[] = [];
let checkout: string;
let sandbox: Sandbox;
let own: Record<string, string>;

beforeAll(async () => {
  const build = await builtDashboard();
  checkout = mkdtempSync(join(tmpdir(), "codedesk-documented-"));
  copyBuildContext(process.cwd(), checkout);
  symlinkSync(join(process.cwd(), "node_modules"), join(checkout, "node_modules"));
  cpSync(build, join(checkout, basename(dirname(build)), basename(build)), {
    recursive: true,
    verbatimSymlinks: true,
  });
  sandbox = await startSandbox({ products: 2_400 });
  own = { PORT: String(await freePort()), PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}` };
});
afterAll(async () => {
  for (const child of started) await stop(child);
  await sandbox.dispose();
  rmSync(checkout, { recursive: true, force: true });
});

/** Starts what the documents show, in a fresh checkout; `replaced` are the examples in it and what is there instead of them. */
function start(
  command: string,
  variables: Record<string, string> = {},
  replaced: Record<string, string> = {},
) {
  expect(shown).toContain(command);
  executed.add(command);
  const text = Object.entries(replaced).reduce((so, [from, to]) => {
    expect(so).toContain(from);
    return so.replaceAll(from, to);
  }, command);
  const child = spawn("bash", ["-euc", text], {
    cwd: checkout,
    env: bareEnvironment({ ...own, ...variables }),
    // A process group of its own, because npm starts a shell that starts a program.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  }
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, code };
}

async function run(...given: Parameters<typeof start>) {
  const { code, output } = start(...given);
  return { code: await code, output: output() };
}

/** Starts it and waits for a line of its output. */
async function startUntil(line: RegExp, ...given: Parameters<typeof start>) {
  const { child, output } = start(...given);
  while (!line.test(output())) {
    if (child.exitCode !== null) throw new Error(`${given[0]} has ended (${child.exitCode}):\n${output()}`);
    await pause(50);
  }
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGTERM");
  await gone;
}

describe("the commands that the documents show", () => {
  it("set up the first instance, which sells to a program of one's own", async () => {
    await run("cp .env.example .env");
    const filled = readFileSync(join(checkout, ".env"), "utf8")
      .replace("SERVICE_SANDBOX_URL=\n", `SERVICE_SANDBOX_URL=${sandbox.url}\n`)
      .replace("SERVICE_SANDBOX_KEY=\n", `SERVICE_SANDBOX_KEY=${sandbox.key}\n`);
    expect(filled).toContain(sandbox.url);
    expect(filled).toContain(sandbox.key);
    writeFileSync(join(checkout, ".env"), filled);
    const doctor = await run("npm run doctor");
    expect(doctor.output).toMatch(/^ok {5}/m);
    const added = await run("npm run member -- add you@example.com --role admin");
    const password = /One-time password: (\S+)/.exec(added.output)?.[1] ?? "";
    expect(added).toMatchObject({
      code: 0,
      output: expect.stringContaining("you@example.com was added (admin)."),
    });

    const dashboard = await startUntil(/^Codedesk is ready/m, "npm start");
    const origin = `http://127.0.0.1:${own.PORT}`;
    const CODEDESK_TOKEN = await tokenFor(origin, password);
    const [purchase = ""] = readCommands(readFileSync("docs/programs.md", "utf8"));
    const placed = await run(purchase, { CODEDESK_TOKEN }, { "https://codedesk.example.com": origin });
    expect(placed.output).toContain('"externalOrderCode"');
    expect(placed.code).toBe(0);
    await stop(dashboard);
  });

  it("prepare the variables of containers", async () => {
    const append = shown.find((each) => each.startsWith("cat >> .env")) ?? "";
    expect(await run(append)).toEqual({ code: 0, output: "" });
    expect(readFileSync(join(checkout, ".env"), "utf8")).toContain("DATABASE_OWNER_PASSWORD=…\n");
  });

  it("start the sandbox, and buy from it without Codedesk", async () => {
    const port = String(await freePort());
    await startUntil(/^sandbox listening on/m, "npm run sandbox", { SANDBOX_PORT: port });
    const mine = { "/tmp/mine": join(checkout, "mine") };
    await startUntil(
      /^sandbox listening on/m,
      "npm run sandbox -- --port 0 --data-dir /tmp/mine --key svc_test_my_own_key",
      {},
      mine,
    );
    expect(existsSync(join(checkout, "mine"))).toBe(true);
    const commands = readCommands(readFileSync("docs/sandbox.md", "utf8"));
    const [key = "", ...calls] = commands.slice(commands.findIndex((each) => each.startsWith("KEY=")));
    executed.add(key);
    const KEY = key.slice("KEY=".length);
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      const { code, output } = await run(call, { KEY }, { "127.0.0.1:4010": `127.0.0.1:${port}` });
      expect(code).toBe(0);
      expect(output).toMatch(/"(?:items|orderId|status)"/);
    }
  });

  it("check a service by the suite", async () => {
    const commands = readCommands(readFileSync("docs/conformance.md", "utf8"));
    const [key = "", ...checks] = commands;
    executed.add(key);
    expect(key).toBe("export CONFORMANCE_KEY=svc_test_…");
    expect(checks).toHaveLength(2);
    for (const check of checks) {
      const address = { "https://sandbox.example.com/v2": sandbox.url };
      const { code, output } = await run(check, { CONFORMANCE_KEY: sandbox.key }, address);
      expect({ code, output }).toMatchObject({ code: 0 });
    }
    expect(readFileSync(join(checkout, "report.html"), "utf8")).toContain("<html");
  });

  it("are all executed, here or by the test that is named, or cannot be for a reason that is named", () => {
    const placed = new Set([...executed, ...Object.keys(ELSEWHERE), ...Object.keys(NOT_EXECUTED)]);
    expect(shown.filter((each) => !placed.has(each))).toEqual([]);
    expect([...placed].filter((each) => !shown.includes(each))).toEqual([]);
    for (const { test, text } of Object.values(ELSEWHERE)) expect(readFileSync(test, "utf8")).toContain(text);
  });
});

/** Signs in with the one-time password, replaces it, and makes a personal token. */
async function tokenFor(origin: string, password: string): Promise<string> {
  const call = async (method: string, path: string, cookie: string, body: object) => {
    const answer = await fetch(new URL(path, origin), {
      method,
      headers: { cookie, origin, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const value: unknown = answer.status === 204 ? null : await answer.json();
    return value;
  };
  const chosen = "a password that I chose myself 93";
  const first = await signIn(origin, "you@example.com", password);
  await call("PUT", "/api/settings/password", first, { currentPassword: password, newPassword: chosen });
  const cookie = await signIn(origin, "you@example.com", chosen);
  const token = { kind: "personal", name: "mine", scopes: ["orders.place"], expiresInDays: 1 };
  return createdTokenSchema.parse(await call("POST", "/api/settings/tokens", cookie, token)).secret;
}
