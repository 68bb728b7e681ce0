import { sql } from "drizzle-orm";
import { HOUR } from "#lib/time/instant.ts";
import { connect, type Database } from "#server/db/connect.ts";

/** Ten kinds of products in eight markets and ten values: 800 products whose names share their words, as in a real catalog. */
const BRANDS = [
  "Orbit",
  "Brasserie Lumière",
  "Kaufhaus Linde",
  "Nordkino",
  "Aurora Play",
  "Mobile Top-up",
  "Streamly",
  "Bücherhaus",
  "Game Pass",
  "Sakura Card",
];
const MARKETS = ["DE EUR", "FR EUR", "AT EUR", "JP JPY", "US USD", "GB GBP", "CH CHF", "SE SEK"];
const VALUES = [5, 10, 15, 20, 25, 50, 75, 100, 150, 200];

const BATCH = 25_000;
/** The first order id; it has as many digits as the last, so that they compare as text. The sandbox begins at 5,000,000. */
const FIRST_ID = 2_000_000;

/**
 * Fills the ledger with orders over two years, most of them completed and the newest in progress, like that of a large partner:
 * twelve members with very different numbers of orders, a few currencies, tags and purchase orders on some. Rows are in the order
 * of time. Each counts in the first budget, and in one of the others. Without `terms`, the orders cannot be searched by words, and are inserted much faster.
 */
export async function seedOrders(
  databaseUrl: string,
  count: number,
  options = { terms: true },
): Promise<void> {
  // One connection, with a timeout long enough to build an index.
  const { db, close } = connect(databaseUrl, 1, HOUR);
  try {
    await seed(db, count, options);
  } finally {
    await close();
  }
}

async function seed(db: Database, count: number, { terms }: { terms: boolean }): Promise<void> {
  await db.execute(sql`select set_config('statement_timeout', '0', false)`);
  await db.execute(sql`
    insert into members (email, name, role, password_hash, created_at, updated_at)
    select 'bench-' || n || '@partner.example', (array['Ada Bergström','Ben Okafor','Chloé Martin','Dmitri Ivanov','Elif Yılmaz',
      'Farid Haddad','Greta Lind','Hana Sato','Ivo Novák','Jo Smith','Kim Lee','Lars Olsen'])[n], 'buyer', 'none', now(), now()
    from generate_series(1, 12) n`);
  // Does for all rows at once what the trigger does for each, before the indexes are built.
  const { rows: indexes } = await db.execute<{ name: string; definition: string }>(
    sql`select indexname as name, indexdef as definition from pg_indexes where tablename = 'order_search' and indexname <> 'order_search_pkey'`,
  );
  await db.execute(sql`alter table orders disable trigger user`);
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  for (let from = 1; from <= count; from += BATCH) {
    const { to } = { to: Math.min(count, from + BATCH - 1) };
    await seedBatch(db, count, { from, to });
    await db.execute(sql`
      insert into order_search (order_row, environment, created_at, state, currency, price, terms)
      select o.id, o.environment, o.created_at, o.state, o.currency, o.price, ${terms ? sql`order_terms(o)` : sql`''::tsvector`} from orders o
      where order_id between ${String(FIRST_ID + from)} and ${String(FIRST_ID + to)} order by created_at`);
  }
  await db.execute(sql`alter table orders enable trigger user`);
  await db.execute(sql`select set_config('maintenance_work_mem', '256MB', false)`);
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
  await db.execute(sql`
    insert into order_search_words select distinct word from order_search, unnest(tsvector_to_array(terms)) as word where left(word, 1) <> ':'`);
  await db.execute(sql`vacuum analyze order_search, order_search_words`);
  await db.execute(sql`vacuum analyze orders`);
}

const text = (values: readonly (string | number)[]) =>
  sql.raw(`array[${values.map((value) => `'${value}'`).join(",")}]`);

async function seedBatch(
  db: Database,
  count: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await db.execute(sql`
    insert into orders (environment, external_order_code, order_id, origin, state, currency, price, lines, note, purchase_order, tags,
      placed_by, budgets, delivered, ordered, placed_at, finished_at, created_at, updated_at)
    select 'sandbox',
      'CD-' || upper(substr(h, 1, 6) || '-' || substr(h, 7, 6) || '-' || substr(h, 13, 6) || '-' || substr(h, 19, 6)),
      (${FIRST_ID}::int + n)::text, 'placed',
      case when n > ${count}::int - 400 then (array['submitting','waiting','processing','processing'])[1 + n % 4]
        when r1 < 0.002 then 'needs_review' when r1 < 0.003 then 'unconfirmed' when r1 < 0.02 then 'partial' when r1 < 0.025 then 'undelivered'
        when r1 < 0.05 then 'rejected' when r1 < 0.055 then 'not_placed' when r1 < 0.058 then 'withdrawn' when r1 < 0.06 then 'closed'
        else 'completed' end,
      split_part(market, ' ', 2), price * qty,
      jsonb_build_array(jsonb_build_object('productId', product, 'productName', brand || ' Gift Card ' || value || ' ' || market,
        'price', price, 'quantity', qty, 'countryCode', split_part(market, ' ', 1)))
        || case when r2 < 0.3 then jsonb_build_array(jsonb_build_object('productId', second, 'productName',
          (${text(BRANDS)})[1 + second % 10] || ' Gift Card ' || (${text(VALUES)})[1 + (second / 80)::int] || ' ' || market, 'price', 1000, 'quantity', 1, 'countryCode', null))
          else '[]' end,
      case when r3 < 0.1 then 'For customer ' || (n % 5000) || ', urgent delivery' end,
      case when r3 < 0.4 then 'PO-' || (2024 + n % 3) || '-' || (n % 20000) end,
      case when r4 < 0.1 then array['resellers'] when r4 < 0.12 then array['black friday', 'promo'] when r4 < 0.1205 then array['lost parcel'] else '{}' end,
      (select array_agg(id order by email) from members where email like 'bench-%')[1 + floor(12 * r5 * r5)::int],
      (select coalesce(array_agg(id) filter (where place = 0 or place = 1 + n % greatest(1, others)), '{}')
        from (select id, row_number() over (order by name) - 1 as place, count(*) over () - 1 as others from budgets) as budget),
      qty, qty, at, case when r1 >= 0.06 then at + make_interval(secs => 20 + 600 * r2 * r3) end, at, at
    from (
      select n, md5(n::text || 'codedesk') as h, random() r1, random() r2, random() r3, random() r4, random() r5,
        now() - make_interval(secs => (${count}::int - n) * (730 * 86400.0 / ${count}::int)) as at,
        product, second, qty, (${text(VALUES)})[1 + (product / 80)::int]::int as value, (${text(MARKETS)})[1 + (product / 10)::int % 8] as market,
        (${text(BRANDS)})[1 + product % 10] as brand, (${text(VALUES)})[1 + (product / 80)::int]::bigint * 100 as price
      from (
        select n, floor(800 * random() * random())::int as product, floor(800 * random())::int as second, (1 + floor(20 * random() * random()))::int as qty
        from generate_series(${from}::int, ${to}::int) n
      ) drawn
    ) made
    order by n`);
}
