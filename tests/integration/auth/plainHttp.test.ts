import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProgram, DASHBOARD_HOST, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram({ ALLOW_PLAIN_HTTP: "off" });
});
afterAll(() => testProgram.close());

describe("an address without https that is not this machine", () => {
  it("signs nobody in while NEXTAUTH_URL is missing, and says what to set", async () => {
    const answer = await testProgram.auth("callback/credentials", {
      method: "POST",
      headers: { origin: `http://${DASHBOARD_HOST}` },
      body: new URLSearchParams({ email: "a@b.example", password: "p" }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      type: "not-configured",
      detail: expect.stringContaining("NEXTAUTH_URL"),
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
