import type { Settings } from "#server/config/env.ts";
import { reasonOf } from "#scripts/tools/reasonOf.ts";
import { trouble, well, type Finding } from "./finding.ts";

const NO_SPANS = JSON.stringify({ resourceSpans: [] });

/** Whether there are metrics, and whether the collector accepts traces. Sends it a list of no spans. */
export async function examineMonitoring({ metricsToken, tracing }: Settings): Promise<Finding[]> {
  const metrics =
    metricsToken === null
      ? well("Metrics: none, because METRICS_TOKEN is not set")
      : well("Metrics: at /api/metrics, with METRICS_TOKEN");
  return tracing === null ? [metrics] : [metrics, await examineCollector(tracing)];
}

async function examineCollector({
  address,
  headers,
  timeoutMs,
}: NonNullable<Settings["tracing"]>): Promise<Finding> {
  const { host } = new URL(address);
  try {
    const { status } = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: NO_SPANS,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status >= 200 && status < 300) return well(`Traces: ${host} accepts them`);
    const what =
      status === 401 || status === 403 ? "OTEL_EXPORTER_OTLP_HEADERS" : "OTEL_EXPORTER_OTLP_ENDPOINT";
    return trouble(`Traces: ${host} answers ${status}: check ${what}. Orders do not wait for it.`);
  } catch (error) {
    return trouble(
      `Traces: ${host} cannot be reached (${reasonOf(error)}): check OTEL_EXPORTER_OTLP_ENDPOINT and the network. Orders do not wait for it.`,
    );
  }
}
