import "server-only";
import type { TracingSettings } from "#server/config/tracingVariables.ts";
import type { Log, Tracer } from "#server/context/context.ts";
import { createExporter } from "./createExporter.ts";
import { callSpan, confirmSpan, isSampled, type Span } from "./orderSpans.ts";

export type Tracing = Tracer & {
  running(): boolean;
  /** Sends the spans that were collected. */
  stop(): Promise<void>;
};

/** Traces orders from their confirmation to their last poll, for an OpenTelemetry collector. Loaded only if one is configured. */
export function startTracing(settings: TracingSettings, log: Log): Tracing {
  const exporter = createExporter(settings, log);
  let stopping = false;

  function add(span: Span | null): void {
    if (span !== null && isSampled(span.traceId, settings.ratio)) exporter.add(span);
  }

  return {
    orderConfirmed: (order) => add(confirmSpan(order)),
    serviceCalled: (call) => add(callSpan(call)),
    running: () => !stopping,
    stop: async () => {
      stopping = true;
      await exporter.flush();
    },
  };
}
