CREATE TABLE "ordered_draft_lines" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"order_row" uuid NOT NULL,
	"draft_id" uuid NOT NULL,
	"draft_version" integer NOT NULL,
	"line" jsonb NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_member_id_environment_pk";--> statement-breakpoint
ALTER TABLE "drafts" ALTER COLUMN "saved_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "ordered_draft_lines" ADD CONSTRAINT "ordered_draft_lines_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ordered_draft_lines_draft" ON "ordered_draft_lines" USING btree ("draft_id","draft_version");--> statement-breakpoint
CREATE INDEX "ordered_draft_lines_order" ON "ordered_draft_lines" USING btree ("order_row");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_of_member" ON "drafts" USING btree ("member_id","environment",coalesce("origin", ''));--> statement-breakpoint
-- Lines that were typed before lines had ids.
UPDATE "drafts" SET "draft" = jsonb_set("draft", '{lines}', (
	SELECT coalesce(jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || each.line ORDER BY each.place), '[]'::jsonb)
	FROM jsonb_array_elements("draft"->'lines') WITH ORDINALITY AS each(line, place)
));
