import { z } from "zod";

/** What can place orders for its owner. Its words and its page are in lib/orders/automation/automationWords.ts. */
export const AUTOMATION_KINDS = ["schedule", "restock"] as const;
export type AutomationKind = (typeof AUTOMATION_KINDS)[number];

/** What placed an order for its owner, with the name that it had then. */
export const automationSchema = z.object({ kind: z.enum(AUTOMATION_KINDS), id: z.uuid(), name: z.string() });
export type Automation = z.infer<typeof automationSchema>;
