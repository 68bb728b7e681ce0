import { LABELS } from "./messages.ts";

/** An error of the service before it becomes an answer (docs/service-interface.md §7: one body shape for every error). */
export type Refusal = { statusCode: number; error: string; message: string };

export function refuse(statusCode: number, message: string): Refusal {
  return { statusCode, error: LABELS[statusCode] ?? "Error", message };
}
