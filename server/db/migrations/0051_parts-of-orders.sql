CREATE TABLE "order_parts" (
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"part" bigint NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"order_row" uuid NOT NULL,
	"parts" integer NOT NULL
);
--> statement-breakpoint
-- How many are bought of each product, at each price and for each country, as one number for each. None for an order of one product.
CREATE FUNCTION public.parts_bought(lines jsonb) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  select case when count(distinct bought.product) > 1 then array_agg(('x' || left(md5(
      concat_ws(' ', bought.product, coalesce(bought.price, '-'), coalesce(bought.country, '-'), bought.quantity)), 13))::bit(52)::bigint) end
  from (
    select line ->> 'productId' as product, line ->> 'price' as price, line ->> 'countryCode' as country,
      sum(case when jsonb_typeof(line -> 'quantity') = 'number' then (line ->> 'quantity')::numeric end) as quantity
    from jsonb_array_elements(lines) as line group by 1, 2, 3
  ) as bought
$$;
--> statement-breakpoint
-- Whatever is wrong here, the order itself is written: it is then not recognised when nearly the same is ordered again.
-- As its owner, because the program's role may not have been granted the table yet.
CREATE FUNCTION public.note_parts_bought() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
declare
  bought bigint[];
begin
  bought := public.parts_bought(new.lines);
  insert into public.order_parts (environment, kind, part, created_at, order_row, parts)
  select new.environment, 'bought', part, new.created_at, new.id, array_length(bought, 1) from unnest(bought) as part;
  return null;
exception when others then
  return null;
end
$$;
--> statement-breakpoint
-- Orders of longer ago are never asked about. While they are read, orders are placed as before.
INSERT INTO public.order_parts (environment, kind, part, created_at, order_row, parts)
SELECT environment, 'bought', part, created_at, id, array_length(bought, 1)
FROM public.orders, LATERAL (SELECT public.parts_bought(lines) AS bought) AS parts, LATERAL unnest(bought) AS part
WHERE lines -> 1 IS NOT NULL AND origin = 'placed' AND created_at > now() - interval '366 days';
--> statement-breakpoint
CREATE INDEX "order_parts_part" ON "order_parts" USING btree ("environment","kind","part","created_at");
--> statement-breakpoint
CREATE TRIGGER order_parts_written AFTER INSERT ON public.orders
FOR EACH ROW WHEN (new.origin = 'placed' and new.lines -> 1 is not null) EXECUTE FUNCTION public.note_parts_bought();
--> statement-breakpoint
-- Those that were placed meanwhile: from here on, others wait until this is done.
INSERT INTO public.order_parts (environment, kind, part, created_at, order_row, parts)
SELECT environment, 'bought', part, created_at, id, array_length(bought, 1)
FROM public.orders, LATERAL (SELECT public.parts_bought(lines) AS bought) AS parts, LATERAL unnest(bought) AS part
WHERE lines -> 1 IS NOT NULL AND origin = 'placed' AND created_at > now() - interval '1 day'
  AND NOT EXISTS (SELECT FROM public.order_parts AS known WHERE known.order_row = orders.id);
--> statement-breakpoint
ANALYZE public.order_parts;
