import { describe, expect, it } from "vitest";
import { instantTextSchema } from "#lib/contracts/text/instantText.ts";
import { toIso } from "./instant.ts";
import { isSensibleDay } from "./sensibleDay.ts";
import { endOfDay, startOfDay } from "./zonedDay.ts";

describe("a day to filter by", () => {
  it.each(["0001-01-01", "0999-12-31", "1899-12-31", "3000-01-01", "9999-12-31"])("is not %s", (day) => {
    expect(isSensibleDay(day)).toBe(false);
  });

  it.each(["1900-01-01", "2026-11-27", "2999-12-31"])(
    "can be %s, which the interface takes in every zone",
    (day) => {
      expect(isSensibleDay(day)).toBe(true);
      for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
        for (const at of [startOfDay(day, zone), endOfDay(day, zone)]) {
          expect(instantTextSchema.safeParse(toIso(at ?? Number.NaN)).success).toBe(true);
        }
      }
    },
  );
});
