import { afterAll, beforeAll, expect, it } from "vitest";
import { orderViewSchema } from "#lib/contracts/orders/order.ts";
import { LARGE_ANSWER } from "#server/serviceClient/readOffThread.ts";
import { apiPaths } from "#lib/paths.ts";
import { HOUR } from "#lib/time/instant.ts";
import { placeOverHttp } from "#tests/support/placeOverHttp.ts";
import { signIn } from "#tests/support/signIn.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";

const CODES = 30_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

it("the built dashboard completes an order whose answer is read in a thread", async () => {
  const buyer = stack.members.find(({ role }) => role === "buyer");
  const cookie = await signIn(stack.url, buyer?.email ?? "", buyer?.password ?? "");
  const { externalOrderCode } = await placeOverHttp(stack, cookie, "estimate-past", CODES);
  await stack.control("POST", "clock", { moveMs: HOUR });
  const read = async () => {
    const answer = await fetch(new URL(apiPaths.order(externalOrderCode), stack.url), {
      headers: { cookie },
    });
    return orderViewSchema.parse(await answer.json());
  };
  await expect.poll(async () => (await read()).state).toBe("completed");
  expect((await read()).delivered).toBe(CODES);
  const headers = { "x-api-key": stack.sandboxKey };
  const said = await fetch(`${stack.sandboxUrl}/orders/${externalOrderCode}`, { headers });
  expect((await said.text()).length).toBeGreaterThan(LARGE_ANSWER);
});
