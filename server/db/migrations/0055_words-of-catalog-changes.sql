-- The words of the texts that a change is found by. Not inlined, so that it may be in a generated column although joining an array
-- depends on the type's output.
CREATE FUNCTION public.change_words(after jsonb, before jsonb, brands text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  select array_to_tsvector(public.order_words(left(
    coalesce(after ->> 'name', '') || ' ' || coalesce(before ->> 'name', '') || ' ' || array_to_string(brands, ' '), 4000)))
$$;
--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (public.change_words("after", "before", "brands")) STORED;--> statement-breakpoint
CREATE INDEX "catalog_changes_words" ON "catalog_changes" USING gin ("words");
