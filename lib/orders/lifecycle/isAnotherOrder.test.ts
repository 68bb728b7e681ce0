import { expect, it } from "vitest";
import { newOrderCode } from "#lib/orders/references/externalCode.ts";
import { isAnotherOrder, isForeignCode } from "./isAnotherOrder.ts";

const GENERATED = newOrderCode((length) => Uint8Array.from({ length }, (_, index) => index));
const OTHER = newOrderCode((length) => Uint8Array.from({ length }, (_, index) => index + 1));
const isAnother = (
  own: [string | null, string | null],
  told: [string | null, string | null],
  origin = "placed",
) =>
  isAnotherOrder(
    { origin: origin === "placed" ? "placed" : "found", orderId: own[0], externalOrderCode: own[1] },
    { orderId: told[0], externalOrderCode: told[1] },
  );

it("the service's number decides if both have one, whatever it makes of the code", () => {
  expect(isAnother(["7", "MY-1"], ["7", "my-1"])).toBe(false);
  expect(isAnother(["7", "MY-1"], ["8", "MY-1"])).toBe(true);
});

it("else the code decides, of an order that was placed here", () => {
  expect(isAnother([null, "MY-1"], ["8", "MY-1"])).toBe(false);
  expect(isAnother([null, "MY-1"], ["8", "MY-2"])).toBe(true);
  expect(isAnother([null, "MY-1"], [null, null])).toBe(false);
  expect(isAnother([null, "MY-1"], [null, "MY-2"], "found")).toBe(false);
});

it("the way in which the code is written tells nothing where the order was asked for by its number", () => {
  expect(isAnother(["7", "MY-1"], [null, "my-1 "])).toBe(false);
  expect(isAnother(["7", " my-1"], [null, "MY-1"])).toBe(false);
  expect(isAnother(["7", "MY-1"], [null, "MY-2"])).toBe(true);
  expect(isAnother(["7", null], [null, "MY-2"])).toBe(true);
});

it("a generated code is ours in lower case too, a typed one is not", () => {
  expect(isAnother([null, GENERATED], [null, GENERATED.toLowerCase()])).toBe(false);
  expect(isAnother([null, GENERATED], [null, ` ${GENERATED}`])).toBe(false);
  expect(isAnother([null, GENERATED], [null, OTHER])).toBe(true);
  expect(isAnother([null, "MY-1"], [null, "my-1"])).toBe(true);
});

it.each([
  ["MY-1", "my 1", false],
  ["MY-1", "ACME/MY-1", false],
  [GENERATED, GENERATED.slice(0, 20), false],
  ["Käse-1", "Ka\u0308se-1", false],
  ["MY-1", "--", false],
  ["MY-1", null, false],
  [null, "MY-1", false],
  ["MY-1", "MY-2", true],
  [GENERATED, "OTHER", true],
])("%j is not told as %j by a service that writes codes differently: %j", (own, told, foreign) => {
  expect(isForeignCode(own, told)).toBe(foreign);
});
