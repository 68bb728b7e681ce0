CREATE TABLE "schedule_dates" (
	"schedule_id" uuid NOT NULL,
	"day" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"state" text NOT NULL,
	"order_row" uuid,
	"problem" text,
	"try_at" timestamptz(3),
	"order_before" timestamptz(3),
	"updated_at" timestamptz(3) NOT NULL,
	CONSTRAINT "schedule_dates_schedule_id_day_pk" PRIMARY KEY("schedule_id","day")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"recurrence" jsonb NOT NULL,
	"state" text NOT NULL,
	"last_day" text,
	"next_day" text,
	"next_at" timestamptz(3),
	"check_at" timestamptz(3),
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedule_dates" ADD CONSTRAINT "schedule_dates_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_dates" ADD CONSTRAINT "schedule_dates_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_dates_due" ON "schedule_dates" USING btree ("try_at") WHERE "schedule_dates"."state" = 'ordering';--> statement-breakpoint
CREATE INDEX "schedule_dates_unanswered" ON "schedule_dates" USING btree ("schedule_id") WHERE "schedule_dates"."state" in ('missed', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_name" ON "schedules" USING btree ("environment","name_key");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_at") WHERE "schedules"."state" = 'active';--> statement-breakpoint
CREATE INDEX "schedules_checks" ON "schedules" USING btree ("check_at") WHERE "schedules"."state" = 'active';--> statement-breakpoint
-- Of a schedule that needs attention. The version before takes such a cause away and tells nobody.
CREATE TRIGGER schedule_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (new.action in ('schedule.missed', 'schedule.failed', 'schedule.checked'))
EXECUTE FUNCTION public.note_audited_cause();
