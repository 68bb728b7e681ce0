import "server-only";
import type { Span } from "./orderSpans.ts";

/** The numeric constants of OTLP (opentelemetry/proto/trace/v1/trace.proto). */
const KINDS = { internal: 1, client: 3 } as const;
const ERROR = 2;

/** Spans as an ExportTraceServiceRequest in OTLP's JSON encoding. */
export function toOtlp(spans: readonly Span[], resource: Record<string, string>): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "codedesk" }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  start,
  end,
  attributes,
  failure,
}: Span): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: `${Math.round(start)}000000`,
    endTimeUnixNano: `${Math.round(end)}000000`,
    attributes: attributesOf(attributes),
    status: failure === null ? {} : { code: ERROR, message: failure },
  };
}

function attributesOf(attributes: Record<string, string | number>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}
