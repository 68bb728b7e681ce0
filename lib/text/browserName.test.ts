import { describe, expect, it } from "vitest";
import { browserName } from "./browserName.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the name of a browser", () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows",
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36`, "Chrome on Linux"],
    [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, "Chrome on Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1",
      "Safari on iOS",
    ],
    ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    ["curl/8.9", "curl/8.9"],
    ["x".repeat(300), `${"x".repeat(39)}…`],
    [null, "Unknown browser"],
  ])("%j is recognised as %s", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
