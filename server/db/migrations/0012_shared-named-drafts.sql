CREATE TABLE "draft_presence" (
	"tab_id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"line_id" uuid,
	"seen_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
DROP INDEX "drafts_of_member";--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "deleted_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "draft_presence" ADD CONSTRAINT "draft_presence_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_presence" ADD CONSTRAINT "draft_presence_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_presence_draft" ON "draft_presence" USING btree ("draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_of_member" ON "drafts" USING btree ("member_id","environment",coalesce("origin", '')) WHERE "drafts"."deleted_at" is null and ("drafts"."origin" is not null or "drafts"."name" is null);