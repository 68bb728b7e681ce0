CREATE TABLE "order_day_changes" (
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"wait" smallint,
	"orders" integer NOT NULL,
	"price" bigint NOT NULL,
	"delivered" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"orders" bigint NOT NULL,
	"price" numeric NOT NULL,
	"delivered" bigint NOT NULL,
	CONSTRAINT "order_days_environment_day_currency_state_pk" PRIMARY KEY("environment","day","currency","state")
);
--> statement-breakpoint
CREATE TABLE "order_waits" (
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"wait" smallint NOT NULL,
	"orders" bigint NOT NULL,
	CONSTRAINT "order_waits_environment_day_wait_pk" PRIMARY KEY("environment","day","wait")
);
--> statement-breakpoint
-- Rows are added all the time and removed together: an order is never kept waiting while the end of the file is given back.
ALTER TABLE "order_day_changes" SET (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
-- How long an order took until its codes were there, as a class: the seconds from e^(n/10) to e^((n+1)/10). Null without codes, and for an
-- order that was placed elsewhere.
CREATE FUNCTION public.order_wait(origin text, state text, begun timestamptz, finished timestamptz) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  select case when origin = 'placed' and state in ('completed', 'partial') and finished >= begun
    then least(200, floor(10 * ln(greatest(1, extract(epoch from finished - begun)::float8))))::smallint end
$$;
--> statement-breakpoint
-- Adds what has changed to order_day_changes. Nobody waits for anybody, and whatever is wrong here, the order itself is written: the
-- nightly recount makes the figures right again.
CREATE FUNCTION public.note_order_day() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  if tg_op <> 'INSERT' then
    insert into public.order_day_changes (environment, day, currency, state, wait, orders, price, delivered)
    values (old.environment, (old.created_at at time zone 'UTC')::date, coalesce(old.currency, ''), old.state,
      public.order_wait(old.origin, old.state, old.created_at, old.finished_at), -1, -coalesce(old.price, 0), -coalesce(old.delivered, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into public.order_day_changes (environment, day, currency, state, wait, orders, price, delivered)
    values (new.environment, (new.created_at at time zone 'UTC')::date, coalesce(new.currency, ''), new.state,
      public.order_wait(new.origin, new.state, new.created_at, new.finished_at), 1, coalesce(new.price, 0), coalesce(new.delivered, 0));
  end if;
  return null;
exception when others then
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER order_day_written AFTER INSERT OR DELETE ON public.orders
FOR EACH ROW EXECUTE FUNCTION public.note_order_day();
--> statement-breakpoint
CREATE TRIGGER order_day_updated
AFTER UPDATE OF state, currency, price, delivered, origin, created_at, finished_at ON public.orders
FOR EACH ROW WHEN (
  (old.state, old.currency, old.price, old.delivered, old.origin, old.created_at, old.finished_at)
  is distinct from
  (new.state, new.currency, new.price, new.delivered, new.origin, new.created_at, new.finished_at)
)
EXECUTE FUNCTION public.note_order_day();
--> statement-breakpoint
INSERT INTO public.order_days (environment, day, currency, state, orders, price, delivered)
SELECT environment, (created_at at time zone 'UTC')::date, coalesce(currency, ''), state, count(*), sum(coalesce(price, 0)), sum(coalesce(delivered, 0))
FROM public.orders GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO public.order_waits (environment, day, wait, orders)
SELECT environment, (created_at at time zone 'UTC')::date, wait, count(*)
FROM public.orders, LATERAL public.order_wait(origin, state, created_at, finished_at) AS wait
WHERE wait IS NOT NULL GROUP BY 1, 2, 3;
