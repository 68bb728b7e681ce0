import { Client } from "pg";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/**
 * Has a product's price change have been found yesterday, and it be past seven in the morning where a member lives, whose daily digest covers
 * yesterday: the clock of a running dashboard cannot be moved.
 */
export async function asIfChangedYesterday({ databaseUrl }: TestStack, email: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const hour = new Date().getUTCHours();
    // Noon, whatever the time here: the signs of these zones are the other way round.
    const zone = hour === 12 ? "UTC" : `Etc/GMT${hour < 12 ? "-" : "+"}${Math.abs(12 - hour)}`;
    await database.query("update members set time_zone = $2 where email = $1", [email, zone]);
    await database.query(
      `update notice_choices set digested_until = now() - interval '2 days' from members where members.id = member_id and email = $1`,
      [email],
    );
    await database.query(
      `insert into catalog_changes (environment, product_id, sync_run_id, found_at, kinds, before, after, languages, brands, categories, tags)
       select environment, product_id, 1, now() - interval '1 day', array['price'], jsonb_build_object('price', fields -> 'price'), fields,
         array[]::text[], array[]::text[], array[]::text[], array[]::text[]
       from recorded_products where environment = 'sandbox' order by product_id limit 1`,
    );
  } finally {
    await database.end();
  }
}

/** How often the dashboard has looked for digests that are due, and ended that. */
export async function doneDigestJobs({ databaseUrl }: TestStack): Promise<number> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::int as count from pgboss.job where name = 'catalog-digests' and state = 'completed'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await database.end();
  }
}
