-- Orders wait until this is done: one that is written by the trigger of before would have words that nothing knows.
LOCK TABLE public.orders IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "order_search_words" (
	"word" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
-- Adds the words of terms that are not known yet. Nobody waits for anybody: two transactions that do not see each other both add a word.
-- As its owner, because the program's role may not have been granted the table yet.
-- Without sequential scans: a session keeps the plan that it made when there were few words.
CREATE FUNCTION public.note_order_words(terms tsvector) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
AS $$
begin
  insert into public.order_search_words (word)
  select found.word from unnest(tsvector_to_array(terms)) as found (word)
  where left(found.word, 1) <> ':'
    and (select true from public.order_search_words as known where known.word = found.word limit 1) is null;
end
$$;
--> statement-breakpoint
-- As before, and notes the words. Where that fails, the order has no words either: what it is found by and what is known agree.
CREATE OR REPLACE FUNCTION public.keep_order_search() RETURNS trigger
LANGUAGE plpgsql
AS $$
declare
  found_by tsvector;
begin
  -- Beside the version before: this trigger removes the row of an order that is gone, as it did until now.
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
    perform public.note_order_words(found_by);
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
INSERT INTO "order_search_words" ("word")
SELECT DISTINCT "word" FROM "order_search", unnest(tsvector_to_array("terms")) AS "word" WHERE left("word", 1) <> ':';
--> statement-breakpoint
CREATE INDEX "order_search_words_word" ON "order_search_words" USING btree ("word");
--> statement-breakpoint
ANALYZE public.order_search_words;
