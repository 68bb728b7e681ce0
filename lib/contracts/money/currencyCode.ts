import { z } from "zod";

const LONGEST = 20;

/** A currency as the service writes it: mostly the three letters of ISO 4217, but also others, such as USDT. As the readers accept them. */
export const currencyCodeSchema = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST)
  .refine(
    (code) => !/\p{C}/u.test(code),
    "Enter a currency as the catalog or the wallet shows it, such as EUR.",
  );
