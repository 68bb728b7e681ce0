CREATE TABLE "sign_in_failures" (
	"id" bigint PRIMARY KEY DEFAULT nextval('audit_records_id_seq') NOT NULL,
	"hour" timestamptz(3) NOT NULL,
	"member_id" uuid,
	"address" text NOT NULL,
	"reason" text,
	"count" integer NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	CONSTRAINT "sign_in_failures_bucket" UNIQUE NULLS NOT DISTINCT("hour","member_id","address","reason")
);
--> statement-breakpoint
CREATE TABLE "member_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" uuid NOT NULL,
	"linked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "member_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "one_time_password_until" timestamptz(3);--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD CONSTRAINT "sign_in_failures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_identities" ADD CONSTRAINT "member_identities_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_identities_member" ON "member_identities" USING btree ("member_id","issuer");