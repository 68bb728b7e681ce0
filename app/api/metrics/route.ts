import { mayReadMetrics, readMetrics } from "#server/health/metrics.ts";
import { getProgram } from "#server/program.ts";

/** For Prometheus, with METRICS_TOKEN as bearer token; to anybody else there is nothing here. */
export async function GET(http: Request): Promise<Response> {
  if (!mayReadMetrics(http.headers.get("authorization"))) {
    return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  }
  const { contentType, text } = await readMetrics(getProgram());
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
}
