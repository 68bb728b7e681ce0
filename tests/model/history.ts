import fc from "fast-check";

/** The Retry-After of the service's 429s. */
export const RETRY_AFTER_SECONDS = 7;

const SLOWED_DOWN = {
  kind: "answer",
  status: 429,
  body: '{"statusCode":429,"error":"Too Many Requests","message":"slow"}',
  headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
};

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
    SLOWED_DOWN,
    {
      kind: "answer",
      status: 409,
      body: '{"statusCode":409,"error":"Conflict","message":"An order with this external order code already exists."}',
    },
  ),
);
/**
 * The service's own refusals, always before anything is done: after the order was made, a refusal would be a lie that nobody
 * could detect.
 */
const refusal = fc.constantFrom(
  { kind: "answer", status: 400, body: '{"statusCode":400,"error":"Bad Request","message":"no"}' },
  { kind: "answer", status: 422, body: '{"statusCode":422,"error":"Unprocessable Entity","message":"no"}' },
);

const fault = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      step: fc.constant("fault" as const),
      operation: fc.constantFrom("place", "order"),
      when: fc.constantFrom("before", "after"),
      times: fc.integer({ min: 1, max: 2 }),
      action: mishap,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant("fault" as const),
      operation: fc.constant("place"),
      when: fc.constant("before"),
      times: fc.constant(1),
      action: refusal,
    }),
  },
);

/** The first attempt is throttled: the order is not in doubt, and may be withdrawn. */
const throttled = fc.constant({
  step: "fault" as const,
  operation: "place",
  when: "before",
  times: 1,
  action: SLOWED_DOWN,
});

/** The look-up of a typed code is throttled: the order is confirmed without it, and the order worker looks it up before it sends. */
const notLookedUp = fc.constant({
  step: "fault" as const,
  operation: "order",
  when: "before",
  times: 1,
  action: SLOWED_DOWN,
});

/** Where the process dies around its next call: some things are durable by then, others not. */
const crash = fc.record({
  step: fc.constant("crash" as const),
  point: fc.constantFrom("before the request", "after the answer", "after a poll", "while it is sent"),
});

/** One event around an order. */
export const anyStep = fc.oneof(
  { weight: 4, arbitrary: fault },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("again" as const), by: fc.constantFrom("first", "second") }),
  },
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
  { weight: 2, arbitrary: crash },
  {
    weight: 2,
    // While the other instance may be about to send the order.
    arbitrary: fc.record({ step: fc.constant("withdraw" as const), isRace: fc.boolean() }),
  },
  {
    weight: 2,
    // Alone, while another member decides too, or while the order is withdrawn or lapses.
    arbitrary: fc.record({
      step: fc.constant("approve" as const),
      meanwhile: fc.constantFrom("nothing", "approve", "decline", "withdraw", "lapse"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("decline" as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("lapse" as const) }) },
  // Of an order that an automation places: what it says is edited, alone or while an instance works on it.
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("edit" as const), isRace: fc.boolean() }),
  },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** What places the order. */
const placer = fc.oneof(
  { weight: 4, arbitrary: fc.constant("member" as const) },
  { weight: 1, arbitrary: fc.constantFrom("schedule" as const, "restock" as const) },
);

/** Events before the confirmation matter most: faults and crashes that its first attempt meets. */
export const anyHistory = fc.record({
  placer,
  before: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.oneof(fault, crash), { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.tuple(throttled) },
    { weight: 1, arbitrary: fc.tuple(notLookedUp) },
    { weight: 1, arbitrary: fc.tuple(notLookedUp, fc.oneof(fault, crash)) },
  ),
  /**
   * The order reference that the member types: none, one of their own, or one that another order at the service has: the same order, or one
   * of another product that the service does not show at once.
   */
  typed: fc.oneof(
    { weight: 8, arbitrary: fc.constant("none" as const) },
    { weight: 4, arbitrary: fc.constantFrom("free" as const, "taken" as const) },
    { weight: 1, arbitrary: fc.constant("taken unseen" as const) },
  ),
  /** Whether the order is above a limit, and how it is decided at the end if nobody has decided. */
  limit: fc.oneof(
    { weight: 3, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom("approve" as const, "approve" as const, "decline" as const) },
  ),
  /** The service's clock minus ours. */
  skewMs: fc.oneof(fc.constant(0), fc.constantFrom(-600_000, -45_000, 45_000, 600_000)),
  simultaneous: fc.integer({ min: 1, max: 3 }),
  after: fc.array(anyStep, { minLength: 2, maxLength: 7 }),
});
export type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;
