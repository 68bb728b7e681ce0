CREATE TABLE "order_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"content" jsonb NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checks_code_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_state" ADD COLUMN "ordering_refusal" jsonb;--> statement-breakpoint
ALTER TABLE "service_state" ADD COLUMN "ordering_refused_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "order_templates" ADD CONSTRAINT "order_templates_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_templates_name" ON "order_templates" USING btree ("environment","name_key");--> statement-breakpoint
CREATE INDEX "orders_tags" ON "orders" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "orders_purchase_order" ON "orders" USING btree ("environment",lower("purchase_order")) WHERE "orders"."purchase_order" is not null;