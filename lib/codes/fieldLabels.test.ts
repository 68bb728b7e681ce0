import { describe, expect, it } from "vitest";
import { fieldLabel, isKnownField } from "./fieldLabels.ts";

describe("the label of a field", () => {
  it.each([
    ["code", "Code"],
    ["pin", "PIN"],
    ["PIN_CODE", "PIN"],
    ["serialNumber", "Serial number"],
    ["Expiry Date", "Expires"],
    ["card.number", "Card number"],
    ["voucher.code", "Voucher code"],
    ["batch.serial", "Serial number"],
    ["url", "Link"],
  ])("%s is shown as %s", (name, label) => {
    expect(fieldLabel(name)).toBe(label);
  });

  it.each(["Zauberwort", "x.y", "constructor", "toString", "__proto__", "[__proto__]", "", "."])(
    "%s keeps its own name",
    (name) => {
      expect(fieldLabel(name)).toBe(name);
      expect(isKnownField(name)).toBe(false);
    },
  );
});
