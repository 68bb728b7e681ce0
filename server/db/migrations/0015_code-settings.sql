CREATE TABLE "code_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"reason_required" boolean NOT NULL,
	"release_over" integer,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "code_settings_one_row" CHECK ("code_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "code_settings" ADD CONSTRAINT "code_settings_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;