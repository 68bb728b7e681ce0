import { expect, it } from "vitest";
import { lineAgain } from "./lineAgain.ts";

const LINE = { productId: 12, productName: "Orbit", price: 1_050, quantity: 3, countryCode: "DE" };

it("a line is typed again as it was ordered, in the units of its currency", () => {
  expect(lineAgain(LINE, "EUR")).toEqual({
    productId: 12,
    amount: "10.50",
    quantity: "3",
    countryCode: "DE",
  });
  expect(lineAgain(LINE, "JPY")).toMatchObject({ amount: "1050" });
});

it("what was never told is left open, and a quantity begins with one", () => {
  expect(lineAgain({ ...LINE, price: null, quantity: null, countryCode: null }, null)).toEqual({
    productId: 12,
    amount: "",
    quantity: "1",
    countryCode: "",
  });
  expect(lineAgain({ ...LINE, countryCode: "x".repeat(30) }, "EUR").countryCode).toHaveLength(20);
});

it("an amount whose currency was never told is left open: two digits would be ten dinars for one", () => {
  expect(lineAgain({ ...LINE, price: 5_000 }, null)).toEqual({
    productId: 12,
    amount: "",
    quantity: "3",
    countryCode: "DE",
  });
  expect(lineAgain({ ...LINE, price: 5_000 }, "KWD").amount).toBe("5.000");
});
