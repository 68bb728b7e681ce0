import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type {
  Statement,
  StatementGroup,
  StatementPart,
  StatementRow,
} from "#lib/contracts/money/statement.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import { ACCEPTED } from "#lib/orders/lifecycle/stateSets.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";

const IN_PROGRESS = statesWhere(({ stage }) => stage === "fulfilment");

const exactNumberSchema = z.union([z.string(), z.number()]).transform((text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
});
const rowSchema = z.object({
  kind: z.enum(["currency", "member", "product", "purchaseOrder", "automation"]),
  key: z.string().nullable(),
  name: z.string().nullable(),
  currency: z.string(),
  orders: z.coerce.number(),
  ordered_codes: exactNumberSchema,
  ordered_amount: exactNumberSchema,
  delivered_codes: exactNumberSchema,
  delivered_amount: exactNumberSchema,
  missing_codes: exactNumberSchema,
  missing_amount: exactNumberSchema,
  unclear_codes: exactNumberSchema,
  unclear_amount: exactNumberSchema,
});

const list = (states: readonly string[]) => sql`${sql.param([...states])}::text[]`;
const part = (codes: number | null, amount: number | null): StatementPart => ({ codes, amount });

/**
 * Adds up the lines of the orders that were confirmed here in a period and accepted by the service. How many codes of a line were
 * delivered is known if the order has one line, if all or none were delivered, or if the codes name their product and each
 * product has one line; otherwise it is unclear.
 */
export async function sumLines(
  { db, environment }: MemberRequest,
  { from, to }: { from: Instant; to: Instant },
): Promise<Statement["groups"]> {
  const { rows } = await db.execute(sql`
    with own as materialized (
      select id, currency, placed_by, nullif(btrim(purchase_order), '') as purchase_order, automation ->> 'id' as automation,
        automation ->> 'name' as automation_name, state, delivered, lines from orders
      where environment = ${environment} and created_at >= ${toIso(from)}::timestamptz and created_at < ${toIso(to)}::timestamptz
        and origin = 'placed' and state = any(${list(ACCEPTED)})),
    lines as (
      select own.id, coalesce(own.currency, '') as currency, own.placed_by::text as member, own.purchase_order, own.automation, own.automation_name, own.state, own.delivered,
        line ->> 'productId' as product, line ->> 'productName' as product_name,
        coalesce((line ->> 'quantity')::numeric, 0) as quantity, coalesce((line ->> 'price')::numeric, 0) as price,
        count(*) over (partition by own.id) as line_count,
        sum(coalesce((line ->> 'quantity')::numeric, 0)) over (partition by own.id) as ordered,
        count(*) over (partition by own.id, line ->> 'productId') as line_count_of_product
      from own, jsonb_array_elements(own.lines) as line),
    seen as (
      select order_row, product_id::text as product, count(*) as codes, sum(count(*)) over (partition by order_row) as all_codes
      from code_fingerprints where missing_since is null and order_row in (
        select id from lines where line_count > 1 and state in ('partial', 'completed') and delivered < ordered)
        and exists (select from lines where lines.id = order_row and lines.product = product_id::text)
      group by order_row, product_id),
    known as (
      select lines.*, case
        when state = any(${list(IN_PROGRESS)}) then null
        when state = 'undelivered' then 0
        when delivered >= ordered or (state = 'completed' and delivered is null) then quantity
        when delivered is null then null
        when delivered = 0 then 0
        when line_count = 1 then least(delivered, quantity)
        when (select max(all_codes) from seen where seen.order_row = lines.id) = delivered
          and not exists (select from lines as other where other.id = lines.id and other.line_count_of_product > 1)
          then least(coalesce((select codes from seen where seen.order_row = lines.id and seen.product = lines.product), 0), quantity)
      end as came
      from lines)
    select
      case when grouping(member) = 0 then 'member' when grouping(product) = 0 then 'product'
        when grouping(known.purchase_order) = 0 then 'purchaseOrder' when grouping(automation) = 0 then 'automation' else 'currency' end as kind,
      case when grouping(member) = 0 then member when grouping(product) = 0 then product
        when grouping(known.purchase_order) = 0 then known.purchase_order when grouping(automation) = 0 then automation
        else known.currency end as key,
      case when grouping(member) = 0 then (select name from members where members.id::text = member)
        when grouping(product) = 0 then max(product_name)
        when grouping(known.purchase_order) = 0 then known.purchase_order
        when grouping(automation) = 0 then max(automation_name) else known.currency end as name,
      known.currency, count(distinct id) as orders,
      sum(quantity)::text as ordered_codes, sum(quantity * price)::text as ordered_amount,
      coalesce(sum(came), 0)::text as delivered_codes, coalesce(sum(came * price), 0)::text as delivered_amount,
      coalesce(sum(quantity - came), 0)::text as missing_codes, coalesce(sum((quantity - came) * price), 0)::text as missing_amount,
      coalesce(sum(quantity) filter (where came is null), 0)::text as unclear_codes,
      coalesce(sum(quantity * price) filter (where came is null), 0)::text as unclear_amount
    from known
    group by grouping sets ((known.currency), (known.currency, member), (known.currency, product), (known.currency, known.purchase_order),
      (known.currency, automation))
    order by known.currency, sum(quantity * price) desc, key`);
  const found = z.array(rowSchema).parse(rows);
  const of = (kind: StatementGroup) => found.filter((row) => row.kind === kind).map(toRow);
  return {
    currency: of("currency"),
    member: of("member"),
    product: of("product"),
    purchaseOrder: of("purchaseOrder"),
    automation: of("automation"),
  };
}

function toRow(row: z.output<typeof rowSchema>): StatementRow {
  const { key, name, currency, orders } = row;
  return {
    key,
    name,
    currency,
    orders,
    ordered: part(row.ordered_codes, row.ordered_amount),
    delivered: part(row.delivered_codes, row.delivered_amount),
    missing: part(row.missing_codes, row.missing_amount),
    unclear: part(row.unclear_codes, row.unclear_amount),
  };
}
