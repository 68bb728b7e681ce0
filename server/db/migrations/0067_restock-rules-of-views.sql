CREATE TABLE "restocked_products" (
	"environment" text NOT NULL,
	"product_id" bigint NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"rule_id" uuid,
	"told_at" timestamptz(3),
	"problem" text,
	"problem_message" text,
	"problem_since" timestamptz(3),
	CONSTRAINT "restocked_products_environment_product_id_pk" PRIMARY KEY("environment","product_id")
);
--> statement-breakpoint
-- Beside the version before: it writes a product for each rule. To a rule without one, which this version made, it can only say that its
-- product is not offered or has no codes: it orders nothing for it.
ALTER TABLE "restock_rules" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD COLUMN "view_id" uuid;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD COLUMN "view_name" text;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD COLUMN "view_query" text;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD COLUMN "view_products" bigint[];--> statement-breakpoint
ALTER TABLE "restock_runs" ADD COLUMN "product_id" bigint;--> statement-breakpoint
ALTER TABLE "restocked_products" ADD CONSTRAINT "restocked_products_rule_id_restock_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."restock_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restocked_products_rule" ON "restocked_products" USING btree ("rule_id");--> statement-breakpoint

-- Beside the version before: it names no view, so its rules are not in the index.
CREATE UNIQUE INDEX "restock_rules_view" ON "restock_rules" USING btree ("environment","view_id","currency") WHERE "restock_rules"."deleted_at" is null and "restock_rules"."view_id" is not null;