-- As before, and the kind of the automation that has placed the order. Beside the version before: its orders of schedules and restock rules get
-- the term too, because the trigger is in the database.
CREATE OR REPLACE FUNCTION public.order_terms(o public.orders) RETURNS tsvector
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
    || array[':o' || left(lower(nullif(btrim(o.purchase_order), '')), 300), ':m' || o.placed_by, ':c' || o.currency, ':a' || (o.automation ->> 'kind')],
    null))
    || case when o.tags = '{}' then '' else array_to_tsvector(array(select ':t' || tag from unnest(o.tags) as tag)) end;
end
$$;
--> statement-breakpoint
UPDATE public.order_search AS found SET terms = found.terms || array_to_tsvector(array[':a' || (o.automation ->> 'kind')])
FROM public.orders AS o WHERE o.id = found.order_row AND o.automation IS NOT NULL;
