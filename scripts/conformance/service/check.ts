import { errorMessage } from "#lib/text/errorMessage.ts";
import type { Service } from "./service.ts";
import { NotApplicable } from "./verdict.ts";

/** How far a run may go: only read; also send orders that must be refused; or also buy (sandbox keys only). */
export const DEPTHS = ["reading", "refused", "full"] as const;
export type Depth = (typeof DEPTHS)[number];

/** One statement of docs/service-interface.md, and how to find out whether it holds. */
export type Check = {
  id: string;
  section: string;
  statement: string;
  depth: Depth;
  /** Returns if the statement holds; throws Broken, or NotApplicable. */
  run(service: Service): Promise<void>;
};

export type Verdict = "holds" | "does not hold" | "not applicable";
/** `detail`: what was observed instead, or why the check could not be run. Never a key or a code. */
export type Finding = { check: Check; verdict: Verdict; detail: string };

/** Runs one check. A service that does not answer also breaks the statement. */
export async function tryCheck(check: Check, service: Service): Promise<Finding> {
  try {
    await check.run(service);
    return { check, verdict: "holds", detail: "" };
  } catch (error) {
    const verdict = error instanceof NotApplicable ? "not applicable" : "does not hold";
    return { check, verdict, detail: errorMessage(error) };
  }
}

/** Whether a run of this depth includes a check of that depth. */
export function isWithin(depth: Depth, run: Depth): boolean {
  return DEPTHS.indexOf(depth) <= DEPTHS.indexOf(run);
}
