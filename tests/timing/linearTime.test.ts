import { describe, expect, it } from "vitest";
import { matchFingerprints } from "#server/orders/ledger/matchFingerprints.ts";
import { createRedact } from "#server/service/redactKey.ts";
import { readCodes } from "#server/service/readers/codes.ts";
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
        missingSince: null,
      }));
      const answered = [...fingerprints, "b"].map((fingerprint, index) => ({
        index,
        productId: null,
        fingerprint,
        earlier: [],
      }));
      return () => matchFingerprints(known, answered);
    };
    const [few, many] = [compare(5_000), compare(50_000)];
    expect(many()).toMatchObject({ fresh: [{ index: 50_000 }] });
    expect(growth(few, many, LINEAR)).toBeLessThan(LINEAR);
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
