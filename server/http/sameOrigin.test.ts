import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./sameOrigin.ts";

const asked = (headers: Record<string, string>, ownOrigin: string | null) =>
  isSameOrigin(
    new Request("http://desk.test/api/orders", {
      method: "POST",
      headers: { host: "desk.test", ...headers },
    }),
    ownOrigin,
  );

describe("whether a request comes from the dashboard's own pages", () => {
  it.each([
    ["its scheme, host and port", "http://desk.test", true],
    ["another scheme", "https://desk.test", false],
    ["another port", "http://desk.test:8080", false],
    ["its port, spelt out", "http://desk.test:80", true],
    ["a name that begins like it", "http://desk.test.evil.example", false],
  ])("is decided by the configured address alone: %s", (_, from, isOwn) => {
    expect(asked({ origin: from }, "http://desk.test")).toBe(isOwn);
    expect(asked({ referer: `${from}/orders` }, "http://desk.test")).toBe(isOwn);
    expect(asked({ origin: from, "sec-fetch-site": "same-origin" }, "http://desk.test")).toBe(isOwn);
  });

  it("is decided by the configured address behind a proxy that has changed Host", () => {
    expect(asked({ origin: "https://codes.example" }, "https://codes.example")).toBe(true);
    expect(asked({ origin: "http://desk.test" }, "https://codes.example")).toBe(false);
  });

  it("is decided by Host where no address is configured", () => {
    expect(asked({ origin: "http://desk.test" }, null)).toBe(true);
    expect(asked({ origin: "http://evil.example" }, null)).toBe(false);
  });
});
