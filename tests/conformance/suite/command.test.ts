import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "codedesk-conformance-"));
  sandbox = await startSandbox({ products: 200 });
});
afterAll(async () => {
  await sandbox.dispose();
  await rm(folder, { recursive: true });
});

function conformance(key: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const all = ["--conditions=react-server", "scripts/conformance.ts", "--url", sandbox.url, ...args];
  const env = { ...process.env, CONFORMANCE_KEY: key };
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}
const posts = async () =>
  JSON.stringify(await sandbox.control("GET", "requests")).match(/"POST"/g)?.length ?? 0;

describe("npm run conformance", () => {
  it("only reads unless told otherwise, and writes reports that hold no key", async () => {
    await sandbox.control("DELETE", "requests");
    const [json, html] = [path.join(folder, "report.json"), path.join(folder, "report.html")];
    const { code, output } = await conformance(sandbox.key, "--json", json, "--html", html);
    expect(output).toMatch(/\n20 statements hold, 0 do not, 1 could not be tested\n$/);
    expect(code).toBe(0);
    expect(await sandbox.control("GET", "orders")).toEqual([]);
    const written = [output, await readFile(json, "utf8"), await readFile(html, "utf8")].join("\n");
    expect(written).not.toContain(sandbox.key);
    expect(JSON.parse(await readFile(json, "utf8"))).toMatchObject({
      depth: "reading",
      totals: { holds: 20 },
    });
  });

  it("sends orders that are refused, and places none, at the depth refused", async () => {
    const { code, output } = await conformance(sandbox.key, "--depth", "refused");
    expect(output).toMatch(/\n30 statements hold, 0 do not/);
    expect(code).toBe(0);
    expect(await posts()).toBeGreaterThan(10);
    expect(await sandbox.control("GET", "orders")).toEqual([]);
  });

  it("places no order with a production key, whatever the options", async () => {
    await sandbox.control("DELETE", "requests");
    const { code, output } = await conformance("svc_live_0123456789", "--depth", "full");
    expect(code).toBe(1);
    expect(output).toMatch(/^The depth full places orders: it takes keys of the sandbox only/);
    expect(output).not.toContain("0123456789");
    expect(await sandbox.control("GET", "requests")).toEqual([]);
  });

  it("names what is missing or wrong in its options", async () => {
    expect((await conformance(sandbox.key, "--depth", "deep")).output).toMatch(/^--depth must be one of/);
    expect((await conformance("")).output).toMatch(/^--url and a key are needed/);
  });

  it("cannot run if nothing answers, or the key is refused, and says so instead of a report", async () => {
    const refused = await conformance("svc_test_another0123456789");
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/refuses the key \(401\): check/),
    });
    expect(refused.output).not.toContain("another0123456789");
    const { code, output } = await conformance(sandbox.key, "--url", "http://127.0.0.1:9/v2");
    expect(output).toMatch(/^The suite cannot run: 127\.0\.0\.1:9 cannot be reached \(.+\): check --url/);
    expect(code).toBe(1);
  });
});
