CREATE TABLE "approval_settings" (
	"environment" text PRIMARY KEY NOT NULL,
	"remind_after" integer,
	"pass_on_after" integer,
	"next_approvers" uuid[] NOT NULL,
	"lapse_after" integer,
	"updated_at" timestamptz(3) NOT NULL,
	"updated_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_steps" (
	"order_row" uuid NOT NULL,
	"step" text NOT NULL,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "approval_steps_order_row_step_pk" PRIMARY KEY("order_row","step")
);
--> statement-breakpoint
CREATE TABLE "covers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"deputy_id" uuid NOT NULL,
	"starts_on" text NOT NULL,
	"ends_on" text NOT NULL,
	"ended_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "covers_of_another" CHECK ("covers"."member_id" <> "covers"."deputy_id")
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "name_key" text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "approvers" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD CONSTRAINT "approval_settings_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_steps" ADD CONSTRAINT "approval_steps_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_deputy_id_members_id_fk" FOREIGN KEY ("deputy_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "covers_deputy" ON "covers" USING btree ("deputy_id");--> statement-breakpoint
CREATE INDEX "covers_member" ON "covers" USING btree ("member_id");--> statement-breakpoint
-- Of a deputy who was named, and of orders that wait long. The version before takes such a cause away and tells nobody.
CREATE TRIGGER cover_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (new.action in ('cover.named', 'order.reminded', 'order.passed-on'))
EXECUTE FUNCTION public.note_audited_cause();
