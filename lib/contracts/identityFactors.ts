import { z } from "zod";

/** The ways in which a member can confirm that it's them. */
export const identityFactorsSchema = z.object({
  totp: z.boolean(),
  passkey: z.boolean(),
  password: z.boolean(),
});
export type IdentityFactors = z.infer<typeof identityFactorsSchema>;
