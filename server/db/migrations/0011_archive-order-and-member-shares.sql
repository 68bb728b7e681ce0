CREATE TABLE "member_shares" (
	"environment" text NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tokens" double precision NOT NULL,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "member_shares_environment_member_id_kind_pk" PRIMARY KEY("environment","member_id","kind")
);
--> statement-breakpoint
ALTER TABLE "member_shares" ADD CONSTRAINT "member_shares_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_archive_order" ON "audit_archive" USING btree ("order_row","id");