CREATE TABLE "claim_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"days" integer,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "claim_terms_one_row" CHECK ("claim_terms"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"order_row" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"product_id" bigint,
	"number" integer NOT NULL,
	"said" text NOT NULL,
	"state" text NOT NULL,
	"opened_by" uuid,
	"opened_at" timestamptz(3) NOT NULL,
	"delivered_at" timestamptz(3) NOT NULL,
	"supplier_reference" text,
	"reason" text,
	"replacement_order_row" uuid,
	"replacement_fingerprint" "bytea",
	"replacement_product_id" bigint,
	"replacement_number" integer,
	"credit_currency" text,
	"credit_amount" bigint,
	"credit_day" date,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_terms" ADD CONSTRAINT "claim_terms_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_opened_by_members_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_replacement_order_row_orders_id_fk" FOREIGN KEY ("replacement_order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claims_code" ON "claims" USING btree ("environment","fingerprint",coalesce("product_id", 0)) WHERE "claims"."state" in ('open', 'sent', 'replaced', 'credited');--> statement-breakpoint
CREATE UNIQUE INDEX "claims_replacement" ON "claims" USING btree ("environment","replacement_fingerprint",coalesce("replacement_product_id", 0)) WHERE "claims"."replacement_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "claims_by_age" ON "claims" USING btree ("environment","opened_at","id");--> statement-breakpoint
CREATE INDEX "claims_credit" ON "claims" USING btree ("environment","credit_currency","credit_day") WHERE "claims"."credit_day" is not null;
--> statement-breakpoint
-- Codes that are disputed are claimed from now on.
INSERT INTO public.claims (environment, order_row, fingerprint, product_id, number, said, state, opened_by, opened_at, delivered_at, updated_at)
SELECT given.environment, given.order_row, coalesce(code.fingerprint, given.fingerprint), given.product_id, given.index + 1, '', 'open', null, now(),
  coalesce(code.first_seen_at, given.taken_at), now()
FROM public.code_hand_outs given
LEFT JOIN public.code_fingerprints code ON code.order_row = given.order_row AND code.index = given.index
WHERE given.state = 'disputed'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The version before notes disputes with hand-outs alone. This version writes the claim first, so there is nothing left to do.
CREATE FUNCTION public.claim_of_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
declare
  named bytea := coalesce(
    (select fingerprint from public.code_fingerprints where order_row = new.order_row and index = new.index), new.fingerprint);
begin
  if new.state = 'disputed' then
    insert into public.claims (environment, order_row, fingerprint, product_id, number, said, state, opened_at, delivered_at, updated_at)
    values (new.environment, new.order_row, named, new.product_id, new.index + 1, '', 'open', now(), new.taken_at, now())
    on conflict do nothing;
  else
    update public.claims set state = 'withdrawn', updated_at = now()
    where environment = new.environment and fingerprint = named and product_id = new.product_id and state in ('open', 'sent');
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER claim_of_dispute AFTER UPDATE OF state ON public.code_hand_outs
FOR EACH ROW WHEN (new.state is distinct from old.state) EXECUTE FUNCTION public.claim_of_dispute();
--> statement-breakpoint
CREATE TRIGGER stock_of_new_claims AFTER INSERT ON public.claims
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
--> statement-breakpoint
CREATE TRIGGER stock_of_changed_claims AFTER UPDATE ON public.claims
REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_stock_of_codes();
