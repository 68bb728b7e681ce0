// Without schemas, because pages of orders load it.

/** What can place orders for its owner. Its words and its page are in lib/orders/automation/automationWords.ts. */
export const AUTOMATION_KINDS = ["schedule", "restock"] as const;
export type AutomationKind = (typeof AUTOMATION_KINDS)[number];

/** What an order can be filtered by: that a person, or a program with their token, placed it, or which automation did. */
export const PLACERS = ["person", ...AUTOMATION_KINDS] as const;
export type Placer = (typeof PLACERS)[number];
