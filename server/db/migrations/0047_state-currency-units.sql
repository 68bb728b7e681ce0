CREATE TABLE "currency_units" (
	"currency" text PRIMARY KEY NOT NULL,
	"decimals" integer NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "currency_units" ADD CONSTRAINT "currency_units_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;