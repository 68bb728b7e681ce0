CREATE TABLE "product_limits" (
	"environment" text NOT NULL,
	"product_id" bigint NOT NULL,
	"per_day" integer NOT NULL,
	"reason" text NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "product_limits_environment_product_id_pk" PRIMARY KEY("environment","product_id")
);
--> statement-breakpoint
ALTER TABLE "product_limits" ADD CONSTRAINT "product_limits_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;