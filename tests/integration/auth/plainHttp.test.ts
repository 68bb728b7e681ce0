import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProgram, DESK_HOST, type TestProgram } from "#tests/support/testProgram.ts";

let desk: TestProgram;
beforeAll(async () => {
  desk = await createTestProgram({ ALLOW_PLAIN_HTTP: "off" });
});
afterAll(() => desk.close());

describe("an address without https that is not this machine", () => {
  it("signs nobody in while NEXTAUTH_URL is missing, and says what to set", async () => {
    const answer = await desk.auth("callback/credentials", {
      method: "POST",
      headers: { origin: `http://${DESK_HOST}` },
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
