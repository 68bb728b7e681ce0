ALTER TABLE "members" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "time_zone" text;