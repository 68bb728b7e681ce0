CREATE TABLE "audit_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"environment" text,
	"actor_id" uuid,
	"action" text NOT NULL,
	"order_row" uuid,
	"member_id" uuid,
	"from_state" text,
	"to_state" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_passes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3),
	"failed_at" timestamptz(3),
	"failure" text,
	"complete" boolean DEFAULT false NOT NULL,
	"next_skip" integer DEFAULT 0 NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"set_aside" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_products" (
	"environment" text NOT NULL,
	"product_id" bigint NOT NULL,
	"product" jsonb NOT NULL,
	"raw" jsonb NOT NULL,
	"pass_id" bigint NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"retired_at" timestamptz(3),
	CONSTRAINT "catalog_products_environment_product_id_pk" PRIMARY KEY("environment","product_id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"last_seen_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"revoked_at" timestamptz(3),
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"succeeded" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"order_row" uuid NOT NULL,
	"number" integer NOT NULL,
	"fence" integer NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"outcome" text,
	"status_code" integer,
	"message" text,
	"duration_ms" integer,
	CONSTRAINT "attempts_order_row_number_pk" PRIMARY KEY("order_row","number")
);
--> statement-breakpoint
CREATE TABLE "code_fingerprints" (
	"order_row" uuid NOT NULL,
	"index" integer NOT NULL,
	"product_id" bigint,
	"fingerprint" "bytea" NOT NULL,
	"first_seen_at" timestamptz(3) NOT NULL,
	CONSTRAINT "code_fingerprints_order_row_index_pk" PRIMARY KEY("order_row","index")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"member_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamptz(3) NOT NULL,
	CONSTRAINT "drafts_member_id_environment_pk" PRIMARY KEY("member_id","environment")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"external_order_code" text,
	"order_id" text,
	"confirmation_id" uuid,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"currency" text,
	"price" bigint,
	"lines" jsonb NOT NULL,
	"body" "bytea",
	"note" text,
	"purchase_order" text,
	"placed_by" uuid,
	"code_was_typed" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"ever_ambiguous" boolean DEFAULT false NOT NULL,
	"first_attempt_at" timestamptz(3),
	"refusal" jsonb,
	"refused_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status_name" text,
	"message" text,
	"reason" text,
	"delivered" integer,
	"ordered" integer,
	"estimated_ready_at" timestamptz(3),
	"wallet" jsonb,
	"placed_at" timestamptz(3),
	"finished_at" timestamptz(3),
	"alarm" text,
	"next_action_at" timestamptz(3),
	"last_look_at" timestamptz(3),
	"looks" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamptz(3),
	"fence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_calls" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"operation" text NOT NULL,
	"status_code" integer,
	"failure" text,
	"message" text,
	"duration_ms" integer NOT NULL,
	"attempt" integer,
	"order_row" uuid
);
--> statement-breakpoint
CREATE TABLE "service_gates" (
	"environment" text PRIMARY KEY NOT NULL,
	"not_before" timestamptz(3),
	"rate_per_second" double precision,
	"tokens" double precision,
	"tokens_at" timestamptz(3),
	"skew_ms" integer,
	"silent_since" timestamptz(3),
	"last_answer_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "wallet_snapshots" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"source" text NOT NULL,
	"reading" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_actor_id_members_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_fingerprints" ADD CONSTRAINT "code_fingerprints_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_members_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_calls" ADD CONSTRAINT "service_calls_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_records_order" ON "audit_records" USING btree ("order_row","id");--> statement-breakpoint
CREATE INDEX "audit_records_at" ON "audit_records" USING btree ("at");--> statement-breakpoint
CREATE INDEX "catalog_passes_environment" ON "catalog_passes" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "catalog_products_pass" ON "catalog_products" USING btree ("environment","pass_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_key_at" ON "sign_in_attempts" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "code_fingerprints_value" ON "code_fingerprints" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code" ON "orders" USING btree ("environment","external_order_code");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_confirmation" ON "orders" USING btree ("confirmation_id");--> statement-breakpoint
CREATE INDEX "orders_order_id" ON "orders" USING btree ("environment","order_id") WHERE "orders"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("next_action_at") WHERE "orders"."next_action_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("environment","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "service_calls_at" ON "service_calls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "wallet_snapshots_latest" ON "wallet_snapshots" USING btree ("environment","id");