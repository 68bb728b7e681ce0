import "server-only";
import { z } from "zod";

/** `name=value` pairs, separated by commas, values percent-encoded (OpenTelemetry, "Environment Variable Specification"). */
const pairsSchema = z.string().transform((value, context) => {
  const pairs = value.split(",").filter((pair) => pair.trim() !== "");
  const read = pairs.map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  const decoded = read.flatMap((found): [string, string][] =>
    found === null ? [] : [[found[1] ?? "", decode(found[2] ?? "")]],
  );
  if (decoded.length === pairs.length) return Object.fromEntries(decoded);
  context.addIssue({ code: "custom", message: "must be name=value pairs, separated by commas" });
  return z.NEVER;
});

const millisecondsSchema = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a number of milliseconds")
  .transform(Number);
const collectorSchema = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The standard variables of OpenTelemetry that apply to traces. */
export const tracingVariablesSchema = z.object({
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "must be otlp or none").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorSchema.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorSchema.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(
      ["http/json", "http/protobuf"],
      "must be http/json: traces are sent by HTTP, to port 4318 of most collectors",
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairsSchema.default({}),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairsSchema.default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: millisecondsSchema.default(10_000),
  OTEL_BSP_SCHEDULE_DELAY: millisecondsSchema.default(5_000),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairsSchema.default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((ratio) => ratio >= 0 && ratio <= 1, "must be between 0 and 1")
    .default(1),
});

/** Where traces are sent, and which orders are traced. */
export type TracingSettings = {
  /** Receives OTLP as JSON. */
  address: string;
  headers: Record<string, string>;
  timeoutMs: number;
  /** How long spans are collected before they are sent. */
  delayMs: number;
  /** Describes this program with every batch of spans. */
  resource: Record<string, string>;
  /** The share of orders that are traced, from 0 to 1. */
  ratio: number;
};

/** Null if no collector is configured, or traces are switched off. */
export function tracingOf(values: z.output<typeof tracingVariablesSchema>): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = values;
  const isOff = values.OTEL_SDK_DISABLED?.toLowerCase() === "true" || values.OTEL_TRACES_EXPORTER === "none";
  const isAsked = own !== undefined || base !== undefined || values.OTEL_TRACES_EXPORTER === "otlp";
  const ratio = ratioOf(values.OTEL_TRACES_SAMPLER, values.OTEL_TRACES_SAMPLER_ARG);
  if (isOff || !isAsked || ratio === 0) return null;
  const attributes = values.OTEL_RESOURCE_ATTRIBUTES;
  return {
    address: own ?? `${(base ?? "http://localhost:4318").replace(/\/$/, "")}/v1/traces`,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    resource: {
      ...attributes,
      "service.name": values.OTEL_SERVICE_NAME ?? attributes["service.name"] ?? "codedesk",
    },
    ratio,
  };
}

function ratioOf(sampler: (typeof SAMPLERS)[number], share: number): number {
  if (sampler.endsWith("always_off")) return 0;
  return sampler.endsWith("traceidratio") ? share : 1;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
