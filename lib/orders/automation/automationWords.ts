import { automationSchema, type Automation, type AutomationKind } from "#lib/contracts/orders/automation.ts";

const LABELS: Record<AutomationKind, string> = { schedule: "Schedule" };

/** "Schedule “Monday vouchers”". */
export function automationInWords({ kind, name }: Pick<Automation, "kind" | "name">): string {
  return `${LABELS[kind]} “${name}”`;
}

/** What placed an order, as its audit record has it; null: a person. */
export function recordedAutomation({ automation }: Record<string, unknown>): Automation | null {
  return automationSchema.safeParse(automation).data ?? null;
}
