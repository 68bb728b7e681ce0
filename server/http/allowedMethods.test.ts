import type { RequestListener } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allowedMethods } from "./allowedMethods.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const naming: RequestListener = (_question, reply) => {
  reply.setHeader("allow", "GET, HEAD");
  reply.end();
};
const silent: RequestListener = () => undefined;

describe("the methods of an address", () => {
  it("are those that Next names, which is asked once", async () => {
    expect(await allowedMethods("/api/named", naming)).toEqual(["GET", "HEAD"]);
    expect(await allowedMethods("/api/named", silent)).toEqual(["GET", "HEAD"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are unknown if Next names none, and if it never answers; it is asked again the next time", async () => {
    expect(await allowedMethods("/api/unknown", (_question, reply) => void reply.end())).toEqual([]);
    const asked = allowedMethods("/api/unknown", silent);
    await vi.runAllTimersAsync();
    expect(await asked).toEqual([]);
    expect(await allowedMethods("/api/unknown", naming)).toEqual(["GET", "HEAD"]);
  });
});
