import { readReadiness } from "#server/health/readiness.ts";
import { ownProgram } from "#server/program.ts";

/** 200 when this dashboard can take requests, else 503 saying what is missing. For load balancers; no session. */
export async function GET(): Promise<Response> {
  const { ready, checks } = await readReadiness(ownProgram().pool);
  return Response.json(
    { status: ready ? "ready" : "not ready", checks },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
