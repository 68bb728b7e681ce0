import fc from "fast-check";

/** What can go wrong with one exchange, as the sandbox's control interface knows it. */
const mishap = fc.oneof(
  fc.constant({ kind: "reset" }),
  fc.constant({ kind: "hang" }),
  fc.constant({ kind: "truncate" }),
  fc.constantFrom(
    { kind: "answer", status: 502, body: '{"statusCode":502,"error":"Bad Gateway","message":"down"}' },
    { kind: "answer", status: 500, body: "<html>oops</html>" },
    { kind: "answer", status: 200, body: "not json" },
    { kind: "answer", status: 202, body: "{}" },
    { kind: "answer", status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } },
    {
      kind: "answer",
      status: 429,
      body: '{"statusCode":429,"error":"Too Many Requests","message":"slow"}',
      headers: { "retry-after": "7" },
    },
    {
      kind: "answer",
      status: 409,
      body: '{"statusCode":409,"error":"Conflict","message":"An order with this external order code already exists."}',
    },
    { kind: "answer", status: 400, body: '{"statusCode":400,"error":"Bad Request","message":"no"}' },
  ),
);

const fault = fc.record({
  step: fc.constant("fault" as const),
  operation: fc.constantFrom("place", "order"),
  when: fc.constantFrom("before", "after"),
  times: fc.integer({ min: 1, max: 2 }),
  action: mishap,
});

/** One thing that happens around an order. */
export const anyStep = fc.oneof(
  { weight: 4, arbitrary: fault },
  { weight: 2, arbitrary: fc.constant({ step: "again" as const }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("check" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant("work" as const),
      by: fc.constantFrom("first", "second", "both"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant("advance" as const),
      ms: fc.constantFrom(500, 3_000, 10_000, 25_000, 70_000, 400_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant("crash" as const),
      /** Where the process dies around its next POST: the intent is durable, the outcome is not. */
      point: fc.constantFrom("before the request", "after the answer"),
    }),
  },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** What happens before the confirmation matters most: faults and crashes that its first attempt meets. */
export const anyHistory = fc.record({
  before: fc.array(
    fc.oneof(
      fault,
      fc.record({
        step: fc.constant("crash" as const),
        point: fc.constantFrom("before the request", "after the answer"),
      }),
    ),
    { maxLength: 2 },
  ),
  simultaneous: fc.integer({ min: 1, max: 3 }),
  after: fc.array(anyStep, { minLength: 2, maxLength: 7 }),
});
