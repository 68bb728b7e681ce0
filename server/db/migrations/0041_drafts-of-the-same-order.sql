DROP INDEX "drafts_of_member";--> statement-breakpoint
-- Beside the version before: what it writes was unique by the index before, which is stricter, and it names neither.
CREATE UNIQUE INDEX "drafts_of_member" ON "drafts" USING btree ("member_id","environment",coalesce("origin", '')) WHERE "drafts"."deleted_at" is null and "drafts"."name" is null;