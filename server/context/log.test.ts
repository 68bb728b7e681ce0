import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog("info", { write: (line) => void (text += line) }));
  return text;
}

describe("the log", () => {
  it("a key never reaches the log: not as a field, not in a message, not in an error's text or stack", () => {
    const key = "svc_test_canary-0123456789";
    const text = written((log) => {
      log.info({ key, keys: [key], headers: { "x-api-key": key, authorization: key } }, "fields");
      log.warn({ address: `https://x.example/?k=${key}&n=1` }, `a message with ${key}`);
      log.error({ error: new Error(`failed with "${key}"`) }, "an error");
    });
    expect(text).not.toContain("canary");
    expect(text.trim().split("\n")).toHaveLength(3);
    for (const line of text.trim().split("\n")) expect(() => void JSON.parse(line)).not.toThrow();
  });

  it("codes, passwords and cookies are left out by name, one level down too", () => {
    const text = written((log) =>
      log.info({ codes: ["canary"], member: { password: "canary" }, request: { cookie: "canary" } }, "x"),
    );
    expect(text).not.toContain("canary");
  });

  it("an event carries its time, level, message and fields", () => {
    const line: unknown = JSON.parse(written((log) => log.info({ order: "A1" }, "placed")));
    expect(line).toMatchObject({ level: "info", order: "A1", msg: "placed" });
  });
});
