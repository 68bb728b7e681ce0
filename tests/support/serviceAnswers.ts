import type { FaultRule, Operation } from "#sandbox/http/faults.ts";
import type { Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

type Answered = { status?: number; headers?: Record<string, string> } & Partial<
  Pick<FaultRule, "when" | "times">
>;

/**
 * Makes the sandbox answer its next calls of an operation with this JSON: one call unless `times` says more, instead of doing what it
 * asks for. With `when: "after"` it is done first.
 */
export async function answerNext(
  { control }: Pick<Sandbox, "control">,
  operation: Operation,
  body: object,
  { status = 200, headers = {}, ...rule }: Answered = {},
): Promise<void> {
  await control("POST", "faults", {
    operation,
    ...rule,
    action: {
      kind: "answer",
      status,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    },
  });
}

/** Makes the sandbox answer the next call of an operation with 429 and this Retry-After. */
export async function throttleNext(
  sandbox: Pick<Sandbox, "control">,
  operation: Operation,
  retryAfterSeconds: number,
  rule: Pick<Answered, "when"> = {},
): Promise<void> {
  const message = `Rate limit exceeded. Retry after ${retryAfterSeconds}s.`;
  await answerNext(
    sandbox,
    operation,
    { statusCode: 429, error: "Too Many Requests", message },
    { ...rule, status: 429, headers: { "retry-after": String(retryAfterSeconds) } },
  );
}
