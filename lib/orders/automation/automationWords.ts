import type { Automation } from "#lib/contracts/orders/automation.ts";
import type { AutomationKind, Placer } from "#lib/contracts/orders/placers.ts";

const LABELS: Record<AutomationKind, string> = { schedule: "Schedule", restock: "Restock rule" };

/** What an order was placed by, as a filter of orders says it. */
export const PLACER_WORDS: Record<Placer, string> = {
  person: "Placed by a person",
  schedule: "Placed by a schedule",
  restock: "Placed by a restock rule",
};

/** "Schedule “Monday vouchers”". */
export function automationInWords({ kind, name }: Pick<Automation, "kind" | "name">): string {
  return `${LABELS[kind]} “${name}”`;
}

/** What placed an order, as its audit record has it; null: a person. Without the schema, because pages of orders load it. */
export function recordedAutomation({ automation }: Record<string, unknown>): Automation | null {
  if (typeof automation !== "object" || automation === null) return null;
  if (!("kind" in automation && "id" in automation && "name" in automation)) return null;
  const { kind, id, name } = automation;
  return isKind(kind) && typeof id === "string" && typeof name === "string" ? { kind, id, name } : null;
}

function isKind(kind: unknown): kind is AutomationKind {
  return typeof kind === "string" && Object.hasOwn(LABELS, kind);
}
