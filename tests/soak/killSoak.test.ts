import { describe, expect, it } from "vitest";
import { MINUTE } from "#lib/time/instant.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";
import { soak } from "./soak.ts";

/** `npm run test:soak` raises it. */
const KILLS = Number(process.env.SOAK_KILLS ?? 20);

describe("a dashboard that is killed under load", () => {
  it(
    `${KILLS} instances killed at random moments under load lose no order, buy none twice, leave none stuck, and order each date of a schedule and each refill of a restock rule once`,
    async () => {
      const figures = await soak(KILLS);
      console.log(JSON.stringify(figures));
      expect(figures).toMatchObject({ lost: 0, twice: 0, stuck: 0, broken: [] });
      // A date of a schedule is ordered once, whichever instance dies; one that came while none could order waits to be asked about.
      expect(figures.dates).toMatchObject({ lost: 0, caughtUp: 0 });
      // A restock rule orders what it may, once, or says why not.
      expect(figures.rules).toMatchObject({ lost: 0, twice: 0, unasked: 0 });
      expect(figures.rules.ordered, figures.rules.unable.join("\n")).toBeGreaterThan(0);
      expect(figures.dates.missed).toBeGreaterThan(0);
      // Few of those in time need an answer, and each says why.
      expect(figures.dates.asked.length, figures.dates.asked.join("\n")).toBeLessThan(
        figures.dates.made / 20,
      );
      expect(figures.dates.made).toBeGreaterThan(KILLS);
      // A soak without load, or in which nothing was interrupted, would prove nothing.
      expect(figures.stored).toBeGreaterThan(KILLS * 5);
      expect(figures.interrupted).toBeGreaterThan(KILLS / 4);
    },
    // `npm run test:soak` kills more often than a test may usually take.
    Math.max(TIME_LIMITS.test, KILLS * MINUTE),
  );
});
