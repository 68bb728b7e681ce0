import { describe, expect, it } from "vitest";
import { afterwards, REFUSALS } from "./scenarios.ts";

const accepted = { status: 202, body: { orderId: 1 } };

describe("a scenario", () => {
  it("breaks the connection, hangs or leads elsewhere instead of answering", () => {
    expect(REFUSALS["reset-before"]?.reply(1).fault).toEqual({ kind: "reset" });
    expect(REFUSALS["swallowed-once"]?.reply(1).fault).toEqual({ kind: "hang" });
    expect(REFUSALS.redirected?.reply(1).fault).toMatchObject({ kind: "answer", status: 307, body: "" });
  });

  it("spoils the answer once the order is made", () => {
    expect(afterwards("reset-after", accepted)).toEqual({ ...accepted, fault: { kind: "reset" } });
    expect(afterwards("never-answers", accepted)).toEqual({ ...accepted, fault: { kind: "hang" } });
    expect(afterwards("late-answer", accepted)).toEqual({ ...accepted, fault: { kind: "delay", ms: 8_000 } });
    expect(afterwards("truncated", accepted)).toEqual({ ...accepted, fault: { kind: "truncate" } });
    expect(afterwards("garbage", accepted).fault).toMatchObject({ body: "<html>Accepted</html>" });
    expect(afterwards("server-error", accepted)).toMatchObject({
      status: 500,
      body: { message: "Internal server error" },
    });
  });

  it("leaves the answer as it is where it says nothing about it", () => {
    expect(afterwards(null, accepted)).toBe(accepted);
    expect(afterwards("slow", accepted)).toBe(accepted);
  });
});
