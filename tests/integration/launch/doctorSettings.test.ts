import { createServer } from "node:http";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { examine } from "#scripts/doctor/examine.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";

const SECRET = "s3cret-of-the-deployment-0123456789abcdef";
const OIDC = { OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: SECRET };

let sandbox: Sandbox;
let dataDir: string;
/** Answers with the status and the body that a test has set, and keeps what it was sent. */
let status = 200;
let body = "{}";
let sent: string[] = [];
const other = createServer((request, response) => {
  sent.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
let address: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  dataDir = makeTestDirectory("codedesk-doctor-");
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const at = other.address();
  address = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}`;
});
beforeEach(() => {
  [status, body, sent] = [200, "{}", []];
});
afterAll(async () => {
  other.close();
  rmSync(dataDir, { recursive: true });
  await sandbox.dispose();
});

async function linesOf(changes: Record<string, string>, ok: boolean): Promise<string[]> {
  const findings = await examine({
    DATA_DIR: dataDir,
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    ...changes,
  });
  expect(findings.map(({ line }) => line).join("\n")).not.toContain(SECRET);
  return findings.filter((finding) => finding.ok === ok).map(({ line }) => line);
}
const toDo = (changes: Record<string, string>) => linesOf(changes, false);
const fine = (changes: Record<string, string>) => linesOf(changes, true);

const EXTERNAL = {
  DATABASE_URL: "postgresql://desk@127.0.0.1:9/desk",
  NEXTAUTH_SECRET: SECRET,
  CODES_FINGERPRINT_KEY: SECRET,
};

describe("npm run doctor tells an operator", () => {
  it("that no order is sent while orders are on hold", async () => {
    expect(await toDo({ HOLD_ORDERS: "on" })).toEqual([
      expect.stringMatching(/^Orders: none is sent or worked on, because HOLD_ORDERS is on: /),
    ]);
    expect(await toDo({ HOLD_ORDERS: "off" })).toEqual([]);
  });

  it("that the standby key would not help", async () => {
    const refused = { SERVICE_SANDBOX_KEY_STANDBY: `svc_test_${SECRET}` };
    expect(await toDo(refused)).toEqual([
      "Sandbox: the standby key is refused (401): check SERVICE_SANDBOX_KEY_STANDBY, or remove it.",
    ]);
    const accepted = { SERVICE_SANDBOX_KEY_STANDBY: sandbox.key };
    expect(await fine(accepted)).toContain("Sandbox: a standby key is set");
  });

  it("that everybody shares one limit behind a proxy that is not trusted", async () => {
    const NEXTAUTH_URL = "https://desk.example";
    expect(await toDo({ NEXTAUTH_URL })).toEqual([
      expect.stringMatching(/^Proxy: .*TRUSTED_PROXIES names none: set it to the proxy/),
    ]);
    expect(await toDo({ NEXTAUTH_URL, TRUSTED_PROXIES: "10.0.0.0/8" })).toEqual([]);
    expect(await toDo({ NEXTAUTH_URL, TRUSTED_PROXIES: "1" })).toEqual([]);
  });

  it("that passwords travel in the open", async () => {
    expect(await fine({ ALLOW_PLAIN_HTTP: "on" })).toContainEqual(
      expect.stringMatching(/^Sign-in: also without https, because ALLOW_PLAIN_HTTP is on/),
    );
  });

  it("whether the identity provider answers, and as the configured issuer", async () => {
    body = JSON.stringify({ issuer: `${address}/` });
    expect(await fine({ ...OIDC, OIDC_ISSUER: address })).toContainEqual(
      expect.stringMatching(/^Single sign-on: 127\.0\.0\.1:\d+ answers$/),
    );
    body = JSON.stringify({ issuer: "https://id.example" });
    expect(await toDo({ ...OIDC, OIDC_ISSUER: address })).toEqual([
      expect.stringMatching(/says that its issuer is https:\/\/id\.example: set OIDC_ISSUER to that/),
    ]);
    status = 404;
    expect(await toDo({ ...OIDC, OIDC_ISSUER: address })).toEqual([
      expect.stringMatching(/does not describe itself under OIDC_ISSUER \(it answers 404\)/),
    ]);
    expect(await toDo({ ...OIDC, OIDC_ISSUER: "http://127.0.0.1:9" })).toEqual([
      expect.stringMatching(/^Single sign-on: 127\.0\.0\.1:9 cannot be reached \(.*\): check OIDC_ISSUER/),
    ]);
  });

  it("where the head of the audit log is kept, and if it is kept nowhere", async () => {
    expect(await fine({})).toContain("Audit log: anchored in DATA_DIR, and in the log");
    expect(await toDo({ ...EXTERNAL, LOG_LEVEL: "warn" })).toContain(
      "Audit log: its head is kept nowhere outside the database, because LOG_LEVEL is warn: set AUDIT_ANCHOR_FILE, or LOG_LEVEL to info.",
    );
    expect(await toDo({ AUDIT_ANCHOR_FILE: join(dataDir, "missing", "anchors.jsonl") })).toEqual([
      expect.stringMatching(/^Audit log: AUDIT_ANCHOR_FILE cannot be written \(ENOENT/),
    ]);
    const there = { AUDIT_ANCHOR_FILE: join(dataDir, "anchors.jsonl"), LOG_LEVEL: "error" };
    expect(await fine(there)).toContain("Audit log: anchored in AUDIT_ANCHOR_FILE");
  });

  it("whether there are metrics, and whether the collector accepts traces", async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = address;
    const OTEL_EXPORTER_OTLP_HEADERS = `authorization=${SECRET}`;
    const told = await fine({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS,
      METRICS_TOKEN: SECRET,
    });
    expect(told).toContain("Metrics: at /api/metrics, with METRICS_TOKEN");
    expect(told).toContainEqual(expect.stringMatching(/^Traces: 127\.0\.0\.1:\d+ accepts them$/));
    expect(sent).toEqual([`POST /v1/traces ${SECRET}`]);
    status = 401;
    expect(await toDo({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([
      expect.stringMatching(/^Traces: .* answers 401: check OTEL_EXPORTER_OTLP_HEADERS/),
    ]);
    expect(await toDo({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toEqual([
      expect.stringMatching(
        /^Traces: 127\.0\.0\.1:9 cannot be reached .*: check OTEL_EXPORTER_OTLP_ENDPOINT/,
      ),
    ]);
  });

  // Root may write everywhere else.
  it.skipIf(process.platform !== "linux")("that nothing can be kept in the data directory", async () => {
    expect(await toDo({ DATA_DIR: "/proc/sys/data" })).toEqual([
      expect.stringMatching(
        /^The data directory \/proc\/sys\/data cannot be written \(EACCES.*: make it writable/,
      ),
    ]);
    const notYetThere = { DATA_DIR: join(dataDir, "data") };
    expect(await fine(notYetThere)).toContainEqual(expect.stringMatching(/^Database: an embedded one/));
  });
});
