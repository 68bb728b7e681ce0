import {
  dehydrate,
  environmentManager,
  focusManager,
  hydrate,
  QueryClient,
  QueryObserver,
} from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { newestShown, orderQuery, rememberOrder } from "./orders.ts";

const KEY = "CD-1";
/** Successive versions of one order, as the server had them. */
const versions = (changes: readonly boolean[]) => {
  let revision = 0;
  return changes.map((isRevision, place) => {
    if (isRevision) revision += 1;
    const entry = {
      id: "1",
      at: "2030-01-01T12:00:00.000Z",
      action: "order.state",
      actor: null,
      from: null,
      to: null,
      details: {},
    };
    return orderView({ revision, timeline: Array.from({ length: place }, () => entry) });
  });
};

/** What the page shows, given the data of its query. */
function shownOf(client: QueryClient) {
  const answer = client.getQueryData(orderQuery("sandbox", KEY).queryKey);
  return answer === undefined ? undefined : newestShown(client, "sandbox", KEY, answer);
}

describe("what is shown of an order", () => {
  it("never goes back to an older answer, in whatever order answers arrive: from reads, actions and pages", async () => {
    const arrivals = fc.array(fc.tuple(fc.nat(9), fc.constantFrom("read", "action", "page")), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        arrivals,
        async (changes, order) => {
          const all = versions(changes);
          const client = new QueryClient();
          const options = orderQuery("sandbox", KEY);
          const observer = new QueryObserver(client, { ...options, enabled: false, refetchInterval: false });
          const unsubscribe = observer.subscribe(() => undefined);
          let newest = -1;
          let hadPage = false;
          for (const [place, way] of order) {
            const answer = all[place];
            if (answer === undefined) continue;
            if (way === "read") {
              await client.invalidateQueries({ queryKey: options.queryKey, refetchType: "none" });
              await client.fetchQuery({ ...options, staleTime: 0, queryFn: () => Promise.resolve(answer) });
            } else if (way === "action") {
              await rememberOrder(client, "sandbox", KEY, answer);
            } else {
              const page = new QueryClient();
              // A server's clock may be ahead, so that its data counts as newer.
              page.setQueryData(options.queryKey, answer, { updatedAt: Date.now() + 60_000 + place });
              hydrate(client, dehydrate(page));
            }
            newest = Math.max(newest, place);
            hadPage ||= way === "page";
            if (!hadPage) expect(client.getQueryData(options.queryKey)?.timeline.length).toBe(newest);
            expect(shownOf(client)?.timeline.length).toBe(newest);
          }
          unsubscribe();
          client.clear();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is another order as soon as the reference means another one", async () => {
    const client = new QueryClient();
    await rememberOrder(client, "sandbox", KEY, orderView({ revision: 9, orderId: "1" }));
    expect(shownOf(client)?.orderId).toBe("1");
    await rememberOrder(client, "sandbox", KEY, orderView({ revision: 1, orderId: "2" }));
    expect(shownOf(client)?.orderId).toBe("2");
  });
});

describe("reading an order again", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // Nothing is polled where pages are rendered.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => true);
    focusManager.setFocused(undefined);
  });

  /** How often an order with a poll interval of 5 s is read while `during` happens. */
  async function reads(
    inBackground: boolean,
    during: (pass: (ms: number) => Promise<unknown>) => Promise<void>,
  ) {
    const client = new QueryClient();
    let count = 0;
    const observer = new QueryObserver(client, {
      ...orderQuery("sandbox", KEY),
      refetchIntervalInBackground: inBackground,
      queryFn: () => {
        count += 1;
        return Promise.resolve(orderView({ revision: count, pollAfterMs: 5_000 }));
      },
    });
    client.mount();
    const unsubscribe = observer.subscribe(() => undefined);
    const counts: number[] = [];
    await during(async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(count);
    });
    unsubscribe();
    client.unmount();
    client.clear();
    return counts;
  }

  it("follows the server's word, pauses while the tab is hidden, and catches up when it is seen again", async () => {
    const counts = await reads(false, async (pass) => {
      await pass(100);
      await pass(10_100);
      focusManager.setFocused(false);
      await pass(60_000);
      focusManager.setFocused(true);
      await pass(100);
    });
    expect(counts).toEqual([1, 3, 3, 4]);
  });

  it("continues in a hidden tab for a member who wants to be notified", async () => {
    const counts = await reads(true, async (pass) => {
      await pass(100);
      focusManager.setFocused(false);
      await pass(10_100);
    });
    expect(counts).toEqual([1, 3]);
  });

  it("is read again for an order whose missing lines have been ordered, however lately it was read", async () => {
    const client = new QueryClient();
    const first = orderQuery("sandbox", KEY).queryKey;
    const other = orderQuery("sandbox", "CD-3").queryKey;
    client.setQueryData(first, orderView({}));
    client.setQueryData(other, orderView({}));
    await rememberOrder(client, "sandbox", "CD-2", orderView({ follows: KEY }));
    expect(client.getQueryState(first)?.isInvalidated).toBe(true);
    expect(client.getQueryState(other)?.isInvalidated).toBe(false);
    client.clear();
  });
});
