CREATE TABLE "report_files" (
	"report_id" uuid NOT NULL,
	"day" text NOT NULL,
	"from_at" timestamptz(3) NOT NULL,
	"cut_at" timestamptz(3) NOT NULL,
	"made_at" timestamptz(3) NOT NULL,
	"rows" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "report_files_report_id_day_pk" PRIMARY KEY("report_id","day")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"view_name" text,
	"view_query" text,
	"cuts" jsonb NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"problem" text,
	"next_day" text,
	"next_at" timestamptz(3),
	"try_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_of_member" ON "reports" USING btree ("environment","owner_id");--> statement-breakpoint
CREATE INDEX "reports_due" ON "reports" USING btree ("try_at") WHERE "reports"."deleted_at" is null and not "reports"."paused";
--> statement-breakpoint
-- Beside audit_record_caused. The version before makes no reports; it takes such a cause away and tells nobody.
CREATE TRIGGER report_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (new.action in ('report.made', 'report.stopped'))
EXECUTE FUNCTION public.note_audited_cause();
