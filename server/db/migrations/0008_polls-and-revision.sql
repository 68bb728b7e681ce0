ALTER TABLE "orders" RENAME COLUMN "last_look_at" TO "last_poll_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "looks" TO "polls";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "code_was_typed";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "first_attempt_at";