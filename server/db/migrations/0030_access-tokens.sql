CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"revoked_at" timestamptz(3),
	"last_used_at" timestamptz(3),
	"calls_left" double precision NOT NULL,
	"calls_at" timestamptz(3) NOT NULL,
	CONSTRAINT "access_tokens_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_member" ON "access_tokens" USING btree ("member_id");