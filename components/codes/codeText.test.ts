import { describe, expect, it } from "vitest";
import { codesText, codeText } from "./codeText.ts";

const code = (fields: Record<string, string>, index = 0) => ({ productId: 1, index, fields });

describe("codes to paste", () => {
  it("are the bare value where there is one field", () => {
    expect(codeText(code({ pin: "ABCD-1234" }))).toBe("ABCD-1234");
    expect(codesText([code({ pin: "A" }), code({ pin: "B" }, 1)])).toBe("A\nB");
  });

  it("name their fields where there are several", () => {
    expect(codeText(code({ pin: "A", serial: "7" }))).toBe("PIN: A\nSerial number: 7");
  });

  it.each(["=1+1", "+49", "-1234", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uFF1D1"])(
    "are text, not a formula, in a table that is pasted into a spreadsheet (%j)",
    (pin) => {
      for (const line of codesText([code({ pin }), code({ pin: "A" }, 1)])
        .split("\n")
        .slice(0, 1)) {
        expect(line).toMatch(/^'/);
      }
      expect(codesText([code({ pin, serial: pin })]).split("\n")[1]).toMatch(/^'[^\t]*\t'/);
      // Alone it is pasted where it is typed: not one character more.
      expect(codeText(code({ pin }))).toBe(pin);
    },
  );

  it("keep each field in its own column, although not every code has all of them", () => {
    expect(codesText([code({ pin: "A", serial: "7" }), code({ pin: "B\tC" }, 1)])).toBe(
      "PIN\tSerial number\nA\t7\nB C\t",
    );
  });
});
