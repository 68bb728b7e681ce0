import { describe, expect, it } from "vitest";
import { timeZoneOf } from "./zoneCookie.ts";

describe("the cookie with the browser's time zone", () => {
  it.each([
    ["Europe/Vienna", "Europe/Vienna"],
    ["europe/vienna", "Europe/Vienna"],
    [undefined, "UTC"],
    ["", "UTC"],
    ["Mars/Olympus", "UTC"],
    ["Europe/Vienna".repeat(100), "UTC"],
  ])("with %j means %s, however often it is asked for", (cookie, zone) => {
    expect([timeZoneOf(cookie), timeZoneOf(cookie)]).toEqual([zone, zone]);
  });
});
