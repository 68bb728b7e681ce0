import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { orderOf, partner } from "./partner.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());

describe("a scenario does what its name says", () => {
  it("late-answer: answers after 8 seconds, with the order made long before", async () => {
    const order = orderOf(await scenario(sandbox, "late-answer"));
    const began = performance.now();
    let hasAnswered = false;
    const answer = partner(sandbox).post(order);
    void answer.then(() => (hasAnswered = true));
    await expect.poll(() => held(order.externalOrderCode)).toBe(1);
    expect(hasAnswered).toBe(false);
    expect(await answer).toMatchObject({ status: 202 });
    expect(performance.now() - began).toBeGreaterThan(7_900);
  });
});

async function held(code: string): Promise<number> {
  return z.array(z.unknown()).parse(await sandbox.control("GET", `orders?code=${code}`)).length;
}
