import { describe, expect, it } from "vitest";
import { requireHttps } from "./plainHttp.ts";

describe("listening without https", () => {
  it.each<[string, boolean, string | null]>([
    ["127.0.0.1", false, null],
    ["localhost", false, null],
    ["::1", false, null],
    ["0.0.0.0", false, "https://desk.example.com"],
    ["0.0.0.0", true, null],
    ["192.168.1.5", true, "http://desk.lan"],
  ])("is accepted on %s (allowed: %s, NEXTAUTH_URL %s)", (host, allowPlainHttp, ownAddress) => {
    expect(() => requireHttps({ host, allowPlainHttp }, ownAddress)).not.toThrow();
  });

  it.each<[string, string | null]>([
    ["0.0.0.0", null],
    ["::", null],
    ["192.168.1.5", "http://localhost:3000"],
  ])("is refused on %s with NEXTAUTH_URL %s, saying what to do", (host, ownAddress) => {
    expect(() => requireHttps({ host, allowPlainHttp: false }, ownAddress)).toThrow(/ALLOW_PLAIN_HTTP=on/);
  });
});
