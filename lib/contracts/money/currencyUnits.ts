import { z } from "zod";
import { currencyCodeSchema } from "./currencyCode.ts";

/** Amounts with more could not be written exactly: whole numbers end at 2^53. */
export const MOST_DECIMALS = 15;

const decimalsSchema = z.int().min(0).max(MOST_DECIMALS, `Enter a whole number from 0 to ${MOST_DECIMALS}.`);

/** GET and PUT /api/settings/units: the currencies that ISO 4217 does not know. */
export const currencyUnitsSchema = z.object({
  /** How many digits of an amount in minor units are decimals, as an administrator has stated it; for both environments. */
  stated: z.array(z.object({ currency: z.string(), decimals: z.int() })),
  /** Those in the catalog or the wallet of this environment of which nobody has stated it. */
  unknown: z.array(z.string()),
});
export type CurrencyUnits = z.infer<typeof currencyUnitsSchema>;

/** PUT /api/settings/units; null: not known any more. */
export const stateUnitsSchema = z.strictObject({
  currency: currencyCodeSchema,
  decimals: decimalsSchema.nullable(),
});
export type StateUnits = z.output<typeof stateUnitsSchema>;
