CREATE TABLE "code_misses" (
	"id" bigint PRIMARY KEY DEFAULT nextval('audit_records_id_seq') NOT NULL,
	"hour" timestamptz(3) NOT NULL,
	"environment" text NOT NULL,
	"member_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	CONSTRAINT "code_misses_bucket" UNIQUE("hour","environment","member_id")
);
--> statement-breakpoint
ALTER TABLE "code_misses" ADD CONSTRAINT "code_misses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;