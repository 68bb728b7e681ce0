CREATE TABLE "order_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"currency" text NOT NULL,
	"member_id" uuid,
	"role" text,
	"per_order" bigint,
	"per_day" bigint,
	"per_month" bigint,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "order_limits_one_subject" CHECK (num_nonnulls("order_limits"."member_id", "order_limits"."role") = 1)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "over_limit" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "approved_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "order_limits" ADD CONSTRAINT "order_limits_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_limits" ADD CONSTRAINT "order_limits_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_limits_subject" ON "order_limits" USING btree ("environment","currency",coalesce("member_id"::text, "role"));--> statement-breakpoint
CREATE INDEX "orders_spending" ON "orders" USING btree ("environment","placed_by","created_at");--> statement-breakpoint
CREATE INDEX "orders_awaiting_approval" ON "orders" USING btree ("environment","created_at","id") WHERE "orders"."state" = 'awaiting_approval';