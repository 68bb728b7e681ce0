CREATE TABLE "order_stock" (
	"order_row" uuid NOT NULL,
	"environment" text NOT NULL,
	"product_id" bigint,
	"product_name" text,
	"delivered" integer NOT NULL,
	"untouched" integer NOT NULL,
	"revealed" integer NOT NULL,
	"exported" integer NOT NULL,
	"handed_out" integer NOT NULL,
	"disputed" integer NOT NULL,
	"expired" integer NOT NULL,
	"next_expiry" date,
	CONSTRAINT "order_stock_product" UNIQUE NULLS NOT DISTINCT("order_row","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_stock" (
	"environment" text NOT NULL,
	"product_id" bigint,
	"product_name" text,
	"delivered" bigint NOT NULL,
	"untouched" bigint NOT NULL,
	"revealed" bigint NOT NULL,
	"exported" bigint NOT NULL,
	"handed_out" bigint NOT NULL,
	"disputed" bigint NOT NULL,
	"expired" bigint NOT NULL,
	CONSTRAINT "product_stock_product" UNIQUE NULLS NOT DISTINCT("environment","product_id")
);
--> statement-breakpoint
CREATE TABLE "stock_touched" (
	"order_row" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_fingerprints" ADD COLUMN "expires_on" date;--> statement-breakpoint
CREATE INDEX "order_stock_expiry" ON "order_stock" USING btree ("next_expiry") WHERE "order_stock"."next_expiry" is not null;
--> statement-breakpoint
-- Rows are added all the time and removed together, as in order_day_changes.
ALTER TABLE "stock_touched" SET (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
-- Notes the orders whose codes have changed, and all others that delivered one of them too: it counts in one of these orders only.
-- Whatever is wrong here, the codes themselves are written: the nightly recount makes the stock right again.
CREATE FUNCTION public.note_stock_of_codes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  if tg_op <> 'INSERT' then
    insert into public.stock_touched (order_row) select distinct order_row from earlier
    union select code.order_row from earlier join public.code_fingerprints code on code.fingerprint = earlier.fingerprint;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.stock_touched (order_row)
    select distinct code.order_row from changed join public.code_fingerprints code on code.fingerprint = changed.fingerprint;
  end if;
  return null;
exception when others then
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER stock_of_new_codes AFTER INSERT ON public.code_fingerprints
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_changed_codes AFTER UPDATE ON public.code_fingerprints
REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_removed_codes AFTER DELETE ON public.code_fingerprints
REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_new_hand_outs AFTER INSERT ON public.code_hand_outs
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_changed_hand_outs AFTER UPDATE ON public.code_hand_outs
REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_removed_hand_outs AFTER DELETE ON public.code_hand_outs
REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
-- Exposures are never removed, and name no order.
CREATE TRIGGER stock_of_new_exposures AFTER INSERT ON public.code_exposures
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE FUNCTION public.note_stock_of_exposures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.stock_touched (order_row)
  select distinct code.order_row
  from changed join earlier using (environment, fingerprint) join public.code_fingerprints code using (fingerprint)
  where (changed.revealed_at is null, changed.exported_at is null) <> (earlier.revealed_at is null, earlier.exported_at is null);
  return null;
exception when others then
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER stock_of_changed_exposures AFTER UPDATE ON public.code_exposures
REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_exposures();
--> statement-breakpoint
-- Whether the codes of an order may be shown and handed out depends on its state, on what the service shows under its reference and on
-- whether somebody has dismissed it; whose they are, on its lines.
CREATE FUNCTION public.note_stock_of_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.stock_touched (order_row)
  select distinct code.order_row
  from public.code_fingerprints own join public.code_fingerprints code on code.fingerprint = own.fingerprint
  where own.order_row = new.id;
  return null;
exception when others then
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER stock_of_order AFTER UPDATE OF state, other_order, dismissed_at, lines ON public.orders
FOR EACH ROW WHEN (
  (old.state, old.other_order, old.dismissed_at, old.lines) is distinct from (new.state, new.other_order, new.dismissed_at, new.lines)
)
EXECUTE FUNCTION public.note_stock_of_order();
--> statement-breakpoint
INSERT INTO public.stock_touched (order_row) SELECT DISTINCT order_row FROM public.code_fingerprints;
