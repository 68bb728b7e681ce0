import { metricsResponse } from "#server/health/metrics.ts";
import { getProgram } from "#server/context/runningProgram.ts";

/** For Prometheus, with METRICS_TOKEN as bearer token; 404 for anybody else. */
export function GET(http: Request): Promise<Response> {
  return metricsResponse(http, getProgram());
}
