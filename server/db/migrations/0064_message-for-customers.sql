CREATE TABLE "customer_messages" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"template" text NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "customer_messages_one_row" CHECK ("customer_messages"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "customer_messages" ADD CONSTRAINT "customer_messages_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;