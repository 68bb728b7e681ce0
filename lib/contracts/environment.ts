import { z } from "zod";

/** Specification part 5: two keys are issued, one for each environment. */
export const environment = z.enum(["sandbox", "production"]);
export type Environment = z.infer<typeof environment>;
