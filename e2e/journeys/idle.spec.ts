import { Client } from "pg";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";

test("a tab that only polls does not keep its session alive, a click does", async ({
  asBuyer: page,
  stack,
}) => {
  const buyer = stack.members.find(({ role }) => role === "buyer");
  const sessions = new Client({ connectionString: stack.databaseUrl });
  await sessions.connect();
  const query = (sql: string) => sessions.query<{ idle: number }>(sql, [buyer?.email]);
  await page.clock.install();
  await page.goto("/orders", { waitUntil: "networkidle" });
  // Nobody has touched the page for longer than a person counts as present.
  await page.clock.fastForward("02:00");
  await query(`update sessions set last_seen_at = now() - interval '1 hour'
    from members where members.id = sessions.member_id and email = $1`);
  const idleMinutes = async () => {
    const { rows } = await query(`select extract(epoch from min(now() - last_seen_at))::float8 / 60 as idle
      from sessions join members on members.id = sessions.member_id where email = $1`);
    return rows[0]?.idle;
  };
  expect(await pollInBackground(page)).toBe("1");
  expect(await pollInBackground(page)).toBe("1");
  expect(await idleMinutes()).toBeGreaterThan(59);
  await page.getByRole("heading", { level: 1 }).click();
  expect(await pollInBackground(page)).toBeUndefined();
  expect(await idleMinutes()).toBeLessThan(5);
  await sessions.end();
});

/** Waits until the page has requested the state of the service again; returns what the request says about its sender. */
async function pollInBackground(page: Page): Promise<string | undefined> {
  const polled = page.waitForResponse((response) => response.url().endsWith("/api/service"));
  await page.clock.fastForward("00:20");
  const request = (await polled).request();
  return (await request.allHeaders())["x-codedesk-background"];
}
