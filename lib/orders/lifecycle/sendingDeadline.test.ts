import { describe, expect, it } from "vitest";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { BLANK, NOW } from "./arbitraries.testing.ts";
import { WAITING_BUDGET } from "./backoff.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { LONGEST_WAITING, sendingDeadline } from "./sendingDeadline.ts";
import { hasWaitedTooLong, transition } from "./transition.ts";

const throttled = (retryAfterMs: number): ServiceFailure => ({
  kind: "throttled",
  statusCode: 429,
  body: null,
  retryAfterMs,
  detail: "slow down",
});
const after = (record: OrderRecord, retryAfterMs: number, now = NOW) =>
  transition(
    record,
    { kind: "attempt_failed", failure: throttled(retryAfterMs) },
    { now, skewMs: 0, random: 0 },
  );

describe("how long an order may wait to be sent", () => {
  it("is half an hour while the service asks for seconds", () => {
    const waiting = after(BLANK, 30 * SECOND);
    expect(sendingDeadline(waiting)).toBe(NOW + WAITING_BUDGET);
    expect(after(waiting, 30 * SECOND, NOW + WAITING_BUDGET).state).toBe("not_placed");
  });

  it("counts from when the service allows a call again, where it asks for hours", () => {
    const waiting = after(BLANK, 2 * HOUR);
    expect(waiting).toMatchObject({ state: "waiting", nextActionAt: NOW + 2 * HOUR });
    expect(hasWaitedTooLong(waiting, NOW + 31 * MINUTE)).toBe(false);
    expect(sendingDeadline(waiting)).toBe(NOW + 2 * HOUR + WAITING_BUDGET);
    // Nobody is told of less than was promised, and the same wait is not counted twice.
    const asked = after(waiting, HOUR, NOW + HOUR);
    expect(sendingDeadline(asked)).toBe(NOW + 2 * HOUR + WAITING_BUDGET);
    expect(after(asked, 5 * SECOND, NOW + 2 * HOUR + WAITING_BUDGET).state).toBe("not_placed");
  });

  it.each([DAY, 9_999_999_999 * SECOND])(
    "is a day at most, where the service asks for %d ms",
    (retryAfterMs) => {
      const waiting = after(BLANK, retryAfterMs);
      expect(waiting).toMatchObject({ state: "waiting", nextActionAt: NOW + LONGEST_WAITING });
      expect(sendingDeadline(waiting)).toBe(NOW + LONGEST_WAITING);
      expect(after(waiting, retryAfterMs, NOW + LONGEST_WAITING).state).toBe("not_placed");
    },
  );

  it("begins with the approval, where one was needed", () => {
    const approvedAt = NOW + 3 * HOUR;
    expect(sendingDeadline({ ...BLANK, approvedAt })).toBe(approvedAt + WAITING_BUDGET);
    expect(sendingDeadline(after({ ...BLANK, approvedAt }, DAY, approvedAt))).toBe(approvedAt + DAY);
  });
});
