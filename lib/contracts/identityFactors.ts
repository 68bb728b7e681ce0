import { z } from "zod";

/** How a member shows who they are. */
export const identityFactorsSchema = z.object({
  totp: z.boolean(),
  passkey: z.boolean(),
  password: z.boolean(),
});
export type IdentityFactors = z.infer<typeof identityFactorsSchema>;
