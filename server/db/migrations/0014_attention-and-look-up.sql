CREATE TABLE "code_values" (
	"fingerprint" "bytea" NOT NULL,
	"order_row" uuid NOT NULL,
	CONSTRAINT "code_values_fingerprint_order_row_pk" PRIMARY KEY("fingerprint","order_row")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "notify_when_ready" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "follows" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dismissed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dismissed_by" uuid;--> statement-breakpoint
ALTER TABLE "code_values" ADD CONSTRAINT "code_values_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_dismissed_by_members_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_follows" ON "orders" USING btree ("environment","follows") WHERE "orders"."follows" is not null;--> statement-breakpoint
CREATE INDEX "orders_attention" ON "orders" USING btree ("environment","created_at","id") WHERE "orders"."dismissed_at" is null and ("orders"."alarm" is not null or "orders"."state" in ('unconfirmed', 'needs_review', 'unrecognised', 'partial', 'undelivered', 'rejected', 'not_placed'));--> statement-breakpoint
CREATE INDEX "orders_dismissed" ON "orders" USING btree ("environment","dismissed_at") WHERE "orders"."dismissed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_look_alike" ON "orders" USING btree ("environment",translate(lower(regexp_replace("external_order_code", '[^[:alnum:]]', '', 'g')), 'oil', '011') text_pattern_ops);--> statement-breakpoint
-- Orders that were placed from the draft of another order, as far as the draft is still there.
UPDATE "orders" SET "follows" = "drafts"."origin"
FROM "ordered_draft_lines" JOIN "drafts" ON "drafts"."id" = "ordered_draft_lines"."draft_id"
WHERE "ordered_draft_lines"."order_row" = "orders"."id" AND "drafts"."origin" IS NOT NULL;
