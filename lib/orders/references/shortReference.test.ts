import { expect, it } from "vitest";
import { referenceOf } from "./referenceOf.ts";
import { sharedCode } from "./sharedCode.ts";
import { shortReference } from "./shortReference.ts";

it("a reference of up to twenty characters is shown whole, a longer one by its beginning and its end", () => {
  expect(shortReference("12345678901234567890")).toBe("12345678901234567890");
  expect(shortReference("CD-VJAHW8-AC6DP9-R92GGA-75QMXM")).toBe("CD-VJAHW8…75QMXM");
});

it("an order is named by its own code, else by the service's id of it, else not at all", () => {
  expect(referenceOf({ externalOrderCode: "PO-1", orderId: "7" })).toBe("PO-1");
  expect(referenceOf({ externalOrderCode: null, orderId: "7" })).toBe("7");
  expect(referenceOf({ externalOrderCode: null, orderId: null })).toBe("");
});

it("several orders of one draft have the typed reference with their currency at its end", () => {
  expect(sharedCode("PO-1", "EUR")).toBe("PO-1-EUR");
});
