import { describe, expect, it } from "vitest";
import { matchFingerprints } from "#server/orders/ledger/matchFingerprints.ts";
import { createRedact } from "#server/serviceClient/redactKey.ts";
import { readCodes } from "#server/serviceClient/readers/codes.ts";
import { columnLabels } from "#lib/codes/codeText.ts";
import { noOrder } from "#lib/orders/import/noOrder.ts";
import { isTotalHead } from "#lib/orders/import/rowTotal.ts";
import { besideNumber } from "#lib/orders/import/workbook/besideNumber.ts";
import { isDateFormat } from "#lib/orders/import/workbook/dateStyles.ts";
import { lookOfCode, textLookOfCode } from "#lib/orders/import/workbook/numberLook.ts";
import { readWallet } from "#server/serviceClient/readers/wallet.ts";
import { growth } from "#tests/support/growth.ts";

/** Ten times as many take a hundred times as long in quadratic time. */
const LINEAR = 40;

function manyCodes(count: number): Record<string, unknown> {
  const codes = Array.from({ length: count }, (_, index) => `C${index}`);
  const beside = Object.fromEntries(codes.map((code) => [code, code]));
  return { products: [{ pin: codes, serial: codes, notes: beside, list: [...codes, "x"] }] };
}

describe("delivered codes", () => {
  it("are read in linear time, even 100,000 with as many texts beside them", () => {
    const [few, many] = [manyCodes(10_000), manyCodes(100_000)];
    const codes = readCodes(many);
    expect(codes).toHaveLength(100_000);
    expect(codes[99_999]?.fields).toEqual({ pin: "C99999", serial: "C99999" });
    expect(
      growth(
        () => readCodes(few),
        () => readCodes(many),
        LINEAR,
      ),
    ).toBeLessThan(LINEAR);
  });

  it("are compared with those that are known in linear time, even if all of them are the same", () => {
    const compare = (count: number) => {
      const fingerprints = Array.from({ length: count }, () => "a");
      const known = fingerprints.map((fingerprint, index) => ({
        index,
        productId: null,
        fingerprint,
        expiresOn: null,
        missingSince: null,
      }));
      const answered = [...fingerprints, "b"].map((fingerprint, index) => ({
        index,
        productId: null,
        fingerprint,
        expiresOn: null,
        earlier: [],
      }));
      return () => matchFingerprints(known, answered);
    };
    const [few, many] = [compare(5_000), compare(50_000)];
    expect(many()).toMatchObject({ fresh: [{ index: 50_000 }] });
    expect(growth(few, many, LINEAR)).toBeLessThan(LINEAR);
  });
});

describe("the names of the columns of codes", () => {
  it("are made in linear time, even of 10,000 fields", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `field${index}`);
    const [few, many] = [names(1_000), names(10_000)];
    expect(
      growth(
        () => columnLabels(few),
        () => columnLabels(many),
        LINEAR,
      ),
    ).toBeLessThan(LINEAR);
  });
});

describe("the key", () => {
  it.each([["\\"], ["&amp;"], ["%25"], ["A"], ["s"]])(
    "is searched in linear time, even if the service chose the text to be slow: %s, repeated",
    (repeated) => {
      const redact = createRedact(["svc_test_a/B+c0123-4567~89Zz?=x"]);
      const search = (length: number) => {
        const text = repeated.repeat(length / repeated.length);
        return () => redact({ text });
      };
      expect(growth(search(20_000), search(200_000), LINEAR)).toBeLessThan(LINEAR);
    },
  );
});

describe("a wallet", () => {
  it("is read as fast whatever its texts are, even if the service chose them to be slow", () => {
    const walletOf = (text: string) => ({
      currency: "EUR",
      ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`amount${index}`, text])),
    });
    const [plain, slow] = [walletOf(`${"x".repeat(199)}!`), walletOf(`${" ".repeat(199)}!`)];
    expect(
      growth(
        () => readWallet(plain),
        () => readWallet(slow),
        LINEAR,
      ),
    ).toBeLessThan(LINEAR);
  });
});

describe("what an import reads", () => {
  const oneColumn = (cell: string) =>
    noOrder(
      { rows: [cell, "Streamly", "2"].map((text, index) => ({ row: index + 1, cells: [text] })) },
      { hasHeads: false, mapping: {} },
    );

  it.each<[string, string, string, (text: string) => unknown]>([
    ["a cell of digits", "1.5", "a", oneColumn],
    ["a cell of digits of another script", "٣.٣", "a", oneColumn],
    ["a heading of brackets", "(a", "", isTotalHead],
    ["a heading of square brackets", "[a", "", isTotalHead],
    ["a number format of brackets", "[a", "", isDateFormat],
    ["a number format of brackets", "[a", "0", lookOfCode],
    ["a number format of currencies", "[$a", "0", besideNumber],
    ["a number format of one currency", "a", "0", (text) => besideNumber(`[$${text}`)],
    ["a number format of texts", "[a", "@", textLookOfCode],
  ])("takes linear time for %s: %s, repeated", (_, repeated, end, read) => {
    const text = (length: number) => repeated.repeat(length / repeated.length) + end;
    const [few, many] = [text(2_000), text(20_000)];
    expect(
      growth(
        () => read(few),
        () => read(many),
        LINEAR,
      ),
    ).toBeLessThan(LINEAR);
  });
});
