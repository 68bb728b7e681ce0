CREATE TABLE "export_releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"order_row" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamptz(3) NOT NULL,
	"first" integer NOT NULL,
	"count" integer NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz(3),
	"valid_until" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "export_releases" ADD CONSTRAINT "export_releases_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_releases" ADD CONSTRAINT "export_releases_requested_by_members_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_releases" ADD CONSTRAINT "export_releases_decided_by_members_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_releases_requested" ON "export_releases" USING btree ("environment","requested_at");--> statement-breakpoint
CREATE INDEX "export_releases_order" ON "export_releases" USING btree ("order_row");