import { z } from "zod";

/** Specification part 5: two keys are issued, one for each environment. */
export const environmentSchema = z.enum(["sandbox", "production"]);
export type Environment = z.infer<typeof environmentSchema>;
