import { readinessResponse } from "#server/health/readiness.ts";
import { ownedProgram } from "#server/context/runningProgram.ts";

/** 200 when this dashboard can take requests, otherwise 503 with what is missing. For load balancers; no session. */
export function GET(): Promise<Response> {
  return readinessResponse(ownedProgram().pool);
}
