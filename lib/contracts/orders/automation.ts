import { z } from "zod";
import { AUTOMATION_KINDS } from "./placers.ts";

/** What placed an order for its owner, with the name that it had then. */
export const automationSchema = z.object({ kind: z.enum(AUTOMATION_KINDS), id: z.uuid(), name: z.string() });
export type Automation = z.infer<typeof automationSchema>;
