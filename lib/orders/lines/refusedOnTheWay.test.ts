import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isRefusedOnTheWay } from "./refusedOnTheWay.ts";

const refusal = (statusCode: number, message: string) => ({ statusCode, error: "Forbidden", message });

describe("a refusal on the way to the service", () => {
  it.each(["Request blocked by the web application firewall.", "Access denied", "", "Forbidden"])(
    "is a 403 that says %j",
    (message) => expect(isRefusedOnTheWay(refusal(403, message))).toBe(true),
  );

  it("is none in the service's own words, in any case and with or without a full stop", () => {
    const documented = readFileSync("docs/service-interface.md", "utf8");
    const own = /\| 403 \| `POST \/orders` \| `(.+?)` \|/.exec(documented)?.[1] ?? "";
    for (const message of [own, own.toUpperCase(), ` ${own.replace(/\.$/, "")}`])
      expect(isRefusedOnTheWay(refusal(403, message))).toBe(false);
  });

  it("is none with another status", () => {
    expect(isRefusedOnTheWay(refusal(400, "Access denied"))).toBe(false);
  });
});
