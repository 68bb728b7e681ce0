import { describe, expect, it } from "vitest";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { STATE_HELP } from "./states.ts";

describe("the help about a state", () => {
  it("names the button of an order that bought nothing", () => {
    for (const state of statesWhere(({ isNothingBought }) => isNothingBought)) {
      expect(STATE_HELP[state].you).toContain('"Edit and order again"');
    }
  });

  it("says of every order that may have reached the service that it is checked, and that ordering again has to wait for that", () => {
    for (const state of statesWhere(({ poll }) => poll === "until_absent")) {
      expect(STATE_HELP[state].next).toContain("Codedesk keeps checking until");
      expect(STATE_HELP[state].you).toContain("wait until its page says that nothing was bought");
      expect(STATE_HELP[state].meaning).not.toContain("othing was bought");
    }
  });
});
