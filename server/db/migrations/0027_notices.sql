CREATE TABLE "notice_causes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"audit_id" bigint,
	"at" timestamptz(3),
	"kind" text,
	"environment" text,
	"member_id" uuid,
	"currency" text
);
--> statement-breakpoint
CREATE TABLE "notice_choices" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"team_orders" boolean,
	"kinds" jsonb NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"environment" text,
	"count" integer NOT NULL,
	"subjects" jsonb NOT NULL,
	"first_at" timestamptz(3) NOT NULL,
	"last_at" timestamptz(3) NOT NULL,
	"in_dashboard" boolean NOT NULL,
	"by_mail" boolean NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"dispatched_at" timestamptz(3),
	"read_at" timestamptz(3),
	"mailed_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_member" ON "notices" USING btree ("member_id","last_at");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("member_id") WHERE "notices"."read_at" is null and "notices"."in_dashboard";--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("due_at") WHERE "notices"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "notices_first_at" ON "notices" USING btree ("first_at");
--> statement-breakpoint
-- Rows are added and removed all the time: an event is never kept waiting while the end of the file is given back.
ALTER TABLE "notice_causes" SET (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- A cause is written in the transaction of its event, whoever writes that: an older version too. What is told of it, to whom, is decided later
-- (docs/decisions/0021-notices.md). Only what may concern anybody passes the conditions of the triggers.
CREATE FUNCTION public.note_audited_cause() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.notice_causes (audit_id) values (new.id);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER audit_record_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (
  (new.to_state is distinct from new.from_state and new.action <> 'order.found' and new.to_state in
    ('completed', 'partial', 'undelivered', 'unconfirmed', 'needs_review', 'rejected', 'not_placed', 'awaiting_approval'))
  or new.action in
    ('order.approved', 'order.declined', 'codes.release-requested', 'codes.release-granted', 'codes.release-refused',
     'codes.budget-neared', 'wallet.limit-changed', 'member.password-changed', 'member.password-reset', 'member.second-factor-added',
     'member.second-factor-removed', 'member.second-factor-reset', 'member.recovery-codes-made', 'member.identity-linked',
     'member.identity-unlinked')
  or (new.action = 'member.signed-in'
    and (new.details ->> 'newDevice' = 'true' or new.details ->> 'secondFactor' = 'recovery code'))
)
EXECUTE FUNCTION public.note_audited_cause();
--> statement-breakpoint
CREATE FUNCTION public.note_refused_key() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.notice_causes (at, kind, environment) values (new.at, 'key.refused', new.environment);
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER service_call_refused AFTER INSERT ON public.service_calls
FOR EACH ROW WHEN (new.status_code = 401)
EXECUTE FUNCTION public.note_refused_key();
--> statement-breakpoint
CREATE FUNCTION public.note_failed_sign_ins() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
begin
  insert into public.notice_causes (at, kind, member_id) values (new.last_at, 'sign-in', new.member_id);
  return null;
end
$$;
--> statement-breakpoint
-- Once an hour for each member and address, when people do not mistype any more.
CREATE TRIGGER sign_in_failures_counted AFTER UPDATE OF count ON public.sign_in_failures
FOR EACH ROW WHEN (new.count = 5 and new.member_id is not null)
EXECUTE FUNCTION public.note_failed_sign_ins();
