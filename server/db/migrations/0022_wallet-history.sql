CREATE TABLE "wallet_balances" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"currency" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"last_seen_at" timestamptz(3) NOT NULL,
	"available" bigint NOT NULL,
	"amounts" jsonb NOT NULL,
	"source" text NOT NULL,
	"order_row" uuid
);
--> statement-breakpoint
CREATE TABLE "wallet_limits" (
	"environment" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "wallet_limits_environment_currency_pk" PRIMARY KEY("environment","currency")
);
--> statement-breakpoint
ALTER TABLE "wallet_limits" ADD CONSTRAINT "wallet_limits_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_balances_at" ON "wallet_balances" USING btree ("environment","currency","at","id");