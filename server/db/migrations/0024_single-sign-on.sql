CREATE TABLE "spent_logout_tokens" (
	"issuer" text NOT NULL,
	"token_id" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	CONSTRAINT "spent_logout_tokens_issuer_token_id_pk" PRIMARY KEY("issuer","token_id")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "first_factor_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "half_sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
CREATE INDEX "sessions_provider_session" ON "sessions" USING btree ("provider_session") WHERE "sessions"."provider_session" is not null;