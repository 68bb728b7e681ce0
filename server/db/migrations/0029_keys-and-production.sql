CREATE TABLE "service_keys" (
	"environment" text NOT NULL,
	"fingerprint" text NOT NULL,
	"last_success_at" timestamptz(3),
	"last_refused_at" timestamptz(3),
	CONSTRAINT "service_keys_environment_fingerprint_pk" PRIMARY KEY("environment","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "production_opened_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "security_settings" ADD COLUMN "confirm_production" boolean DEFAULT false NOT NULL;