import { describe, expect, it } from "vitest";
import { customerMessageSchema } from "#lib/contracts/codes/customerMessage.ts";
import { messageValues, STANDARD_MESSAGE, writeMessage } from "./customerMessage.ts";

const CODE = { productName: "Streamly 25", value: "€25.00" };
const write = (template: string, fields: Record<string, string>) =>
  writeMessage(template, messageValues(template, { ...CODE, fields }));
const problemsOf = (template: string) =>
  customerMessageSchema.safeParse({ template }).error?.issues.map(({ message }) => message) ?? [];

describe("a message for a customer", () => {
  it("says everything that is known of a code, and leaves out the lines about what it does not have", () => {
    expect(
      write(STANDARD_MESSAGE, {
        pin: "4711",
        cardNumber: "6300 1",
        serial: "SN-1",
        expiry: "2028-11-30",
        instructions: "Scratch.",
      }),
    ).toBe(
      "Streamly 25\nValue: €25.00\nCode: 6300 1\nPIN: 4711\nSerial number: SN-1\nValid until: 2028-11-30\nHow to redeem: Scratch.",
    );
    expect(write(STANDARD_MESSAGE, { code: "ABC" })).toBe("Streamly 25\nValue: €25.00\nCode: ABC");
  });

  it("never lacks a part of the code: a PIN without its own place stands with the code", () => {
    expect(write("{code}", { cardNumber: "6300 1", pin: "4711" })).toBe("Card number: 6300 1\nPIN: 4711");
    expect(write("Code: {code}\nPIN: {pin}", { pin: "4711" })).toBe("Code: 4711");
    expect(write("{code}", { link: "https://x.example/1" })).toBe("https://x.example/1");
    expect(write("{code}", { unheardOf: "A", other: "B" })).toBe("unheardOf: A\nother: B");
  });

  it("writes what was delivered as it is, also where that looks like a placeholder", () => {
    expect(write("{code} {serial}", { code: "{serial}$&", serial: "S" })).toBe("{serial}$& S");
  });

  it("keeps lines without a placeholder, and a line of which something is known", () => {
    expect(write("Hello,\n\n{code} ({expiry})\n{serial}\n\nYours", { code: "A" })).toBe(
      "Hello,\n\nA ()\n\nYours",
    );
  });

  it("is refused with unknown placeholders, without the code, or without a text", () => {
    expect(problemsOf("Dear {customer}, {Code}: {code}")).toEqual([
      "{customer}, {Code} have no meaning here. Use {product}, {value}, {code}, {pin}, {serial}, {expiry}, {redeem}.",
    ]);
    expect(problemsOf("Thanks for {product}")).toEqual(["Without {code}, the customer gets no code."]);
    expect(problemsOf(" ")[0]).toBe("Enter a message.");
    expect(problemsOf(STANDARD_MESSAGE)).toEqual([]);
  });
});
