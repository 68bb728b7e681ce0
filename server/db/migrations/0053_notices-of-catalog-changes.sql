ALTER TABLE "notice_causes" ADD COLUMN "sync_run_id" bigint;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD COLUMN "catalog_changes" text;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD COLUMN "digested_until" timestamptz(3);--> statement-breakpoint
-- The other columns stay empty: the version before takes such a cause away and tells nobody.
CREATE FUNCTION public.note_recorded_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.notice_causes (sync_run_id) values (new.id);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER sync_run_recorded_changes AFTER UPDATE OF change_count ON public.catalog_sync_runs
FOR EACH ROW WHEN (old.change_count is null and new.change_count > 0)
EXECUTE FUNCTION public.note_recorded_changes();
