CREATE TABLE "budgets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"period" text NOT NULL,
	"starts_on" text,
	"ends_on" text,
	"rolls_over" boolean NOT NULL,
	"amounts" jsonb NOT NULL,
	"members" uuid[] NOT NULL,
	"tags" text[] NOT NULL,
	"purchase_orders" text[] NOT NULL,
	"closed_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "budgets" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_environment" ON "budgets" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "orders_budgets" ON "orders" USING gin ("budgets") WHERE "orders"."budgets" <> '{}';