import { z } from "zod";

/** What a fault does to one answer. */
export const faultActionSchema = z.discriminatedUnion("kind", [
  /** Answers this instead. `bodyBase64` for bytes that are no text; `padTo` repeats the body up to that number of bytes. */
  z.strictObject({
    kind: z.literal("answer"),
    status: z.int().min(100).max(599),
    body: z.string().default(""),
    bodyBase64: z.base64().optional(),
    padTo: z.int().min(1).max(1_000_000_000).optional(),
    headers: z.record(z.string(), z.string()).default({}),
  }),
  z.strictObject({ kind: z.literal("delay"), ms: z.int().min(0).max(3_600_000) }),
  /** RST. */
  z.strictObject({ kind: z.literal("reset") }),
  /** FIN without a byte of an answer. */
  z.strictObject({ kind: z.literal("close") }),
  z.strictObject({ kind: z.literal("hang") }),
  /** Announces the whole body, sends half of it and breaks the connection. */
  z.strictObject({ kind: z.literal("truncate") }),
  /** Headers at once, then the body byte by byte, `ms` milliseconds apart. */
  z.strictObject({ kind: z.literal("drip"), ms: z.int().min(0).max(60_000) }),
  /** The right answer with other headers. */
  z.strictObject({ kind: z.literal("headers"), headers: z.record(z.string(), z.string()) }),
]);
export type FaultAction = z.infer<typeof faultActionSchema>;

export const OPERATIONS = ["wallet", "products", "product", "place", "order"] as const;
export type Operation = (typeof OPERATIONS)[number];

export const faultRuleSchema = z.strictObject({
  operation: z.enum(OPERATIONS).optional(),
  /** Only requests with this externalOrderCode or reference. */
  code: z.string().optional(),
  /** Before the request is acted on, or after: then an order is made and its answer is lost. */
  when: z.enum(["before", "after"]).default("before"),
  /** How many requests it applies to; the others pass. */
  times: z.int().min(1).default(1),
  /** How many matching requests pass first. */
  skip: z.int().min(0).default(0),
  action: faultActionSchema,
});
export type FaultRule = z.infer<typeof faultRuleSchema>;

/** The rules in force; each is used up by the requests it applies to. */
export class Faults {
  #rules: FaultRule[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule });
  }

  all(): readonly FaultRule[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The action for this request at this moment, if any; counts the rule down. */
  next(operation: Operation | null, code: string | null, when: FaultRule["when"]): FaultAction | null {
    for (const rule of this.#rules) {
      const matches =
        rule.when === when &&
        (rule.operation === undefined || rule.operation === operation) &&
        (rule.code === undefined || rule.code === code);
      if (!matches) continue;
      if (rule.skip > 0) {
        rule.skip -= 1;
        continue;
      }
      rule.times -= 1;
      if (rule.times === 0) this.#rules = this.#rules.filter((other) => other !== rule);
      return rule.action;
    }
    return null;
  }
}
