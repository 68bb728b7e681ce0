import type { FaultAction } from "./control/faults.ts";
import { refuse } from "./refusal.ts";

/** An answer before it is sent; `mishap` is what happens to it on its way. */
export type Reply = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  mishap?: FaultAction;
};

export function refusal(statusCode: number, message: string): Reply {
  return { status: statusCode, body: refuse(statusCode, message) };
}
