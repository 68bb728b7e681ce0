import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { runSandbox, startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { orderOf, partner } from "./partner.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "codedesk-conformance-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const placedSchema = z.object({
  orderId: z.int(),
  externalOrderCode: z.string(),
  estimatedReadyAt: z.string(),
});
const journal = () => path.join(dataDir, "orders.journal");
const start = () => startSandbox({ dataDir, products: 0 });

async function place(sandbox: Sandbox, quantity = 1) {
  const order = orderOf(await scenario(sandbox, "slow"), quantity);
  const { body } = await partner(sandbox).post(order);
  placedSchema.parse(body);
  return { order, accepted: body };
}
const getOrder = async (sandbox: Sandbox, reference: string) =>
  (await partner(sandbox).get(`/orders/${reference}`)).body;

describe("orders survive", () => {
  it.each(["stop", "kill"] as const)("a %s with the same id, estimate, wallet and codes", async (end) => {
    let sandbox = await start();
    const { order, accepted } = await place(sandbox, 3);
    await sandbox.control("POST", "clock", { moveMs: 600_000 });
    const before = await getOrder(sandbox, order.externalOrderCode);
    expect(before).toMatchObject({ status: "completed" });
    await sandbox[end]();
    sandbox = await start();
    expect(await getOrder(sandbox, order.externalOrderCode)).toMatchObject({ status: "processing" });
    expect((await partner(sandbox).post(order)).body).toEqual(accepted);
    await sandbox.control("POST", "clock", { moveMs: 600_000 });
    expect(await getOrder(sandbox, order.externalOrderCode)).toEqual(before);
    await sandbox.stop();
  });

  it("kill -9 under load: every answered order exists once, with its id", async () => {
    const answered = new Map<string, number>();
    for (let round = 0; round < 3; round += 1) {
      const sandbox = await start();
      const productId = await scenario(sandbox, "slow");
      const load = Array.from({ length: 8 }, async () => {
        for (;;) {
          const sent = await partner(sandbox)
            .post(orderOf(productId))
            .catch(() => null);
          if (sent === null) return;
          const { externalOrderCode, orderId } = placedSchema.parse(sent.body);
          answered.set(externalOrderCode, orderId);
        }
      });
      const wanted = answered.size + 100;
      await expect.poll(() => answered.size).toBeGreaterThan(wanted);
      await sandbox.kill();
      await Promise.all(load);
    }
    const sandbox = await start();
    const stored = z
      .array(z.object({ externalOrderCode: z.string(), orderId: z.int() }))
      .parse(await sandbox.control("GET", "orders"));
    const byCode = new Map(stored.map((order) => [order.externalOrderCode, order.orderId]));
    expect(byCode.size).toBe(stored.length);
    expect(new Set(byCode.values()).size).toBe(stored.length);
    for (const [code, orderId] of answered) expect(byCode.get(code)).toBe(orderId);
    await sandbox.stop();
  });

  it("an incomplete last record, which is dropped; the others stay, and new ones follow", async () => {
    let sandbox = await start();
    const first = await place(sandbox);
    const torn = await place(sandbox);
    await sandbox.kill();
    const bytes = await readFile(journal());
    await truncate(journal(), bytes.length - 20);
    sandbox = await start();
    expect(await getOrder(sandbox, first.order.externalOrderCode)).toMatchObject({ status: "processing" });
    expect(await getOrder(sandbox, torn.order.externalOrderCode)).toMatchObject({ statusCode: 404 });
    const next = await place(sandbox);
    await sandbox.kill();
    sandbox = await start();
    for (const { order } of [first, next]) {
      expect(await getOrder(sandbox, order.externalOrderCode)).toMatchObject({ status: "processing" });
    }
    await sandbox.stop();
  });

  it.each([
    ["zeros that a power cut left", Buffer.alloc(4_096)],
    ["half a line with its end", Buffer.from('{"kind":"order","or\n')],
  ])("%s at the end of the journal", async (_, rubbish) => {
    let sandbox = await start();
    const { order } = await place(sandbox);
    await sandbox.kill();
    await appendFile(journal(), rubbish);
    sandbox = await start();
    expect(await getOrder(sandbox, order.externalOrderCode)).toMatchObject({ status: "processing" });
    await sandbox.stop();
  });

  it("with what the control interface decided about them", async () => {
    let sandbox = await start();
    const { order } = await place(sandbox, 4);
    const { externalOrderCode } = order;
    await sandbox.control("POST", "deliver", { externalOrderCode, delivered: 1 });
    await sandbox.kill();
    sandbox = await start();
    expect(await getOrder(sandbox, externalOrderCode)).toMatchObject({ delivered: 1, total: 4 });
    await sandbox.stop();
  });
});

describe("starting", () => {
  const refused = async (...args: string[]) => {
    const { exitCode, errors } = await runSandbox(args);
    expect(exitCode).toBe(1);
    expect(errors.trim().split("\n")).toHaveLength(1);
    return errors;
  };

  it("fails for a second process on the same directory, but not because of the lock of a killed one", async () => {
    const first = await start();
    expect(await refused("--port", "0", "--data-dir", dataDir)).toMatch(
      /^Another sandbox \(process \d+\) works on/,
    );
    await first.kill();
    const second = await start();
    await second.stop();
  });

  it("succeeds for exactly one of several processes on the directory of a killed one", async () => {
    await (await start()).kill();
    const started = await Promise.allSettled([start(), start(), start(), start()]);
    const running = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(running).toHaveLength(1);
    await Promise.all(running.map((each) => each.stop()));
  });

  it("reports a port in use and an unusable directory in one sentence", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => {
      blocker.once("listening", resolve);
    });
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    expect(await refused("--port", port, "--data-dir", dataDir)).toContain(`Port ${port} is in use`);
    blocker.close();
    const file = path.join(dataDir, "file");
    await writeFile(file, "");
    expect(await refused("--port", "0", "--data-dir", file)).toContain("cannot be written");
  });

  it("reports a wrong option with the valid values", async () => {
    expect(await refused("--port", "seven")).toContain("--port must be a whole number");
    expect(await refused("--dialect", "klingon")).toContain("--dialect must be one of plain");
    expect(await refused("--key", "svc_live_x")).toContain("begins with svc_test_");
    expect(await refused("--nonsense")).toContain("--nonsense");
  });

  it("does not overwrite a journal that is damaged in the middle, or another file", async () => {
    const sandbox = await start();
    await place(sandbox);
    await place(sandbox);
    await sandbox.stop();
    const good = await readFile(journal(), "utf8");
    await writeFile(journal(), `rubbish\n${good}`);
    expect(await refused("--port", "0", "--data-dir", dataDir)).toContain("is damaged at line 1");
    await writeFile(journal(), '{"kind":"shopping list"}\n{"milk":2}\n');
    expect(await refused("--port", "0", "--data-dir", dataDir)).toContain("is not of this program (line 1)");
    expect(await readFile(journal(), "utf8")).toContain("milk");
  });
});
