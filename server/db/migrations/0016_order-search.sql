CREATE TABLE "order_search" (
	"order_row" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"state" text NOT NULL,
	"currency" text,
	"price" bigint,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
-- Text as it is compared: without case and accents.
CREATE FUNCTION public.order_fold(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ select lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')) $$;
--> statement-breakpoint
-- The words of a text, cut to 64 characters. The signs between them are listed, because what a letter is depends on the locale of the
-- database. A note can have more words than a value of tsvector holds.
CREATE FUNCTION public.order_words(given text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
AS $$
declare
  words text[] := regexp_split_to_array(public.order_fold(given), '[\s\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+');
begin
  if length(given) > 64 then
    words := array(select left(word, 64) from unnest(words) as word limit 20000);
  end if;
  return array_remove(words, '');
end
$$;
--> statement-breakpoint
-- A reference from each of its first eight parts on: it is found by its beginning and by what is read aloud of its end.
CREATE FUNCTION public.order_reference_terms(given text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
declare
  rest text := ltrim(left(public.order_fold(given), 500), '-_./:# ');
  terms text[] := '{}';
begin
  while rest <> '' and coalesce(array_length(terms, 1), 0) < 8 loop
    terms := terms || (':r' || rest);
    rest := substring(rest from '^[^-_./:#\s]*[-_./:#\s]+(.*)$');
  end loop;
  return terms;
end
$$;
--> statement-breakpoint
-- A term as the text of a tsquery writes it.
CREATE FUNCTION public.order_quoted_term(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ select '''' || replace(replace(given, '\', '\\'), '''', '''''') || '''' $$;
--> statement-breakpoint
-- What an order is found by; the prefixes are explained in server/db/schema/orderSearch.ts.
CREATE FUNCTION public.order_terms(o public.orders) RETURNS tsvector
LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
declare
  names text;
  products text[];
begin
  select string_agg(distinct line ->> 'productName', ' '), array_agg(':p' || (line ->> 'productId')) filter (where line ->> 'productId' is not null)
  into names, products from jsonb_array_elements(o.lines) as line;
  return array_to_tsvector(array_remove(
    public.order_words(concat_ws(' ', names, o.note, o.purchase_order, array_to_string(o.tags, ' ')))
    || products || public.order_reference_terms(o.external_order_code) || public.order_reference_terms(o.order_id)
    || array[':o' || left(lower(nullif(btrim(o.purchase_order), '')), 300), ':m' || o.placed_by, ':c' || o.currency],
    null))
    || case when o.tags = '{}' then '' else array_to_tsvector(array(select ':t' || tag from unnest(o.tags) as tag)) end;
end
$$;
--> statement-breakpoint
-- Keeps order_search. Whatever is wrong with a text, the order itself is written: it is then found by its other values only.
CREATE FUNCTION public.keep_order_search() RETURNS trigger
LANGUAGE plpgsql
AS $$
declare
  found_by tsvector;
begin
  if tg_op = 'DELETE' then
    delete from public.order_search where order_row = old.id;
    return null;
  end if;
  -- Most updates change the state, and the acceptance tells the order id: neither takes a term away.
  if tg_op = 'UPDATE' and (old.currency, old.price, old.lines, old.note, old.purchase_order, old.tags, old.external_order_code, old.placed_by, old.created_at)
    is not distinct from (new.currency, new.price, new.lines, new.note, new.purchase_order, new.tags, new.external_order_code, new.placed_by, new.created_at)
  then
    if old.order_id is not distinct from new.order_id then
      update public.order_search set state = new.state where order_row = new.id;
      return null;
    elsif old.order_id is null then
      begin
        update public.order_search set state = new.state, terms = terms || array_to_tsvector(public.order_reference_terms(new.order_id))
        where order_row = new.id;
      exception when others then
        update public.order_search set state = new.state where order_row = new.id;
      end;
      return null;
    end if;
  end if;
  begin
    found_by := public.order_terms(new);
  exception when others then
    found_by := array_to_tsvector(array_remove(array[':m' || new.placed_by, ':c' || new.currency], null));
  end;
  insert into public.order_search as row (order_row, environment, created_at, state, currency, price, terms)
  values (new.id, new.environment, new.created_at, new.state, new.currency, new.price, found_by)
  on conflict (order_row) do update
    set created_at = excluded.created_at, state = excluded.state, currency = excluded.currency, price = excluded.price, terms = excluded.terms;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER order_search_written AFTER INSERT OR DELETE ON public.orders
FOR EACH ROW EXECUTE FUNCTION public.keep_order_search();
--> statement-breakpoint
CREATE TRIGGER order_search_updated
AFTER UPDATE OF state, currency, price, lines, note, purchase_order, tags, external_order_code, order_id, placed_by, created_at ON public.orders
FOR EACH ROW WHEN (
  (old.state, old.currency, old.price, old.lines, old.note, old.purchase_order, old.tags, old.external_order_code, old.order_id, old.placed_by, old.created_at)
  is distinct from
  (new.state, new.currency, new.price, new.lines, new.note, new.purchase_order, new.tags, new.external_order_code, new.order_id, new.placed_by, new.created_at)
)
EXECUTE FUNCTION public.keep_order_search();
--> statement-breakpoint
INSERT INTO public.order_search (order_row, environment, created_at, state, currency, price, terms)
SELECT o.id, o.environment, o.created_at, o.state, o.currency, o.price, public.order_terms(o)
FROM public.orders AS o ORDER BY o.created_at;
--> statement-breakpoint
DROP INDEX "orders_products";--> statement-breakpoint
DROP INDEX "orders_tags";--> statement-breakpoint
DROP INDEX "orders_purchase_order";--> statement-breakpoint
CREATE INDEX "order_search_age" ON "order_search" USING btree ("environment","created_at","order_row");--> statement-breakpoint
CREATE INDEX "order_search_state" ON "order_search" USING btree ("environment","state","created_at","order_row");--> statement-breakpoint
CREATE INDEX "order_search_amount" ON "order_search" USING btree ("environment","currency","price","order_row");--> statement-breakpoint
CREATE INDEX "order_search_terms" ON "order_search" USING gin ("terms") WITH (gin_pending_list_limit=512);--> statement-breakpoint
ANALYZE public.order_search;
--> statement-breakpoint
CREATE TABLE "order_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_name" ON "order_views" USING btree ("environment","member_id","name_key");
