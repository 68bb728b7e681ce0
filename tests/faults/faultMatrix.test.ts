import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { startTcpProxy, type TcpProxy } from "#tests/support/tcpProxy.ts";
import { reliabilityPage } from "./reliabilityPage.ts";
import type { Row } from "#tests/faults/rows/row.ts";
import { bodies, duplicates, keys, refusals, statuses, throttles } from "#tests/faults/rows/answers.ts";
import { deliveries, estimates, polls } from "#tests/faults/rows/polls.ts";
import { lost, network } from "#tests/faults/rows/lost.ts";
import { runRow, type Outcome } from "./runRow.ts";

const GROUPS = [
  lost,
  network,
  duplicates,
  throttles,
  keys,
  bodies,
  statuses,
  refusals,
  polls,
  deliveries,
  estimates,
];

let world: OrderWorld;
let proxy: TcpProxy;
const seen = new Map<Row, Outcome>();
beforeAll(async () => {
  world = await createOrderWorld();
  const { hostname, port } = new URL(world.sandbox.url);
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});

describe.each(GROUPS)("$title", ({ rows }) => {
  it.each(rows)("$fault", async (row) => {
    const outcome = await runRow(world, proxy, row);
    seen.set(row, outcome);
    expect(outcome).toMatchObject({
      atOnce: row.atOnce,
      end: row.end,
      bought: row.bought,
      // All attempts of a code are byte-identical.
      bodies: 1,
      ...(row.posts === "several" ? {} : { posts: row.posts }),
      ...(row.delivered === undefined ? {} : { delivered: row.delivered }),
    });
    if (row.posts === "several") {
      expect(outcome.posts).toBeGreaterThan(0);
      // Whatever the service says, it is never flooded with requests.
      expect(outcome.posts).toBeLessThan(80);
    }
    if (row.alarm === undefined) expect(outcome.alarm).toBeNull();
    else expect(outcome.alarm).toContain(row.alarm);
  });
});

describe("the fault matrix", () => {
  it("docs/reliability.md states what was seen", async () => {
    const rows = GROUPS.flatMap((group) => group.rows);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    // A run of only some rows cannot write the whole page.
    if (seen.size === rows.length) {
      await expect(reliabilityPage(GROUPS, seen)).toMatchFileSnapshot("../../docs/reliability.md");
    }
  });
});
