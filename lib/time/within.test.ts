import { describe, expect, it, vi } from "vitest";
import { within } from "./within.ts";

describe("waiting within a time", () => {
  it("gives what the work resolves to, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    try {
      expect(await within(1_000, Promise.resolve("done"))).toBe("done");
      await expect(within(1_000, Promise.reject(new Error("no")))).rejects.toThrow("no");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives null once the time is over, and what fails later fails unnoticed", async () => {
    vi.useFakeTimers();
    try {
      const work = Promise.withResolvers<string>();
      const waited = within(1_000, work.promise);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await waited).toBeNull();
      work.reject(new Error("too late to matter"));
    } finally {
      vi.useRealTimers();
    }
  });
});
