CREATE TABLE "catalog_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"product_id" bigint NOT NULL,
	"sync_run_id" bigint NOT NULL,
	"found_at" timestamptz(3) NOT NULL,
	"kinds" text[] NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"languages" text[] NOT NULL,
	"brands" text[] NOT NULL,
	"categories" text[] NOT NULL,
	"tags" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recorded_products" (
	"environment" text NOT NULL,
	"product_id" bigint NOT NULL,
	"fields" jsonb NOT NULL,
	"offered" boolean NOT NULL,
	CONSTRAINT "recorded_products_environment_product_id_pk" PRIMARY KEY("environment","product_id")
);
--> statement-breakpoint
ALTER TABLE "catalog_sync_runs" ADD COLUMN "change_count" integer;--> statement-breakpoint
ALTER TABLE "catalog_sync_runs" ADD COLUMN "changes_recorded" text;--> statement-breakpoint
CREATE INDEX "catalog_changes_found" ON "catalog_changes" USING btree ("environment","found_at","id");--> statement-breakpoint
CREATE INDEX "catalog_changes_product" ON "catalog_changes" USING btree ("environment","product_id","found_at","id");