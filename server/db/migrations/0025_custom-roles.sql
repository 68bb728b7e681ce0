CREATE TABLE "custom_roles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"account_grants" text[] NOT NULL,
	"sandbox_grants" text[] NOT NULL,
	"production_grants" text[] NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "custom_role_id" uuid GENERATED ALWAYS AS (case when role ~ '^[0-9a-f]{8}-' then role::uuid end) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_roles_name" ON "custom_roles" USING btree ("name_key");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_custom_role_id_custom_roles_id_fk" FOREIGN KEY ("custom_role_id") REFERENCES "public"."custom_roles"("id") ON DELETE no action ON UPDATE no action;