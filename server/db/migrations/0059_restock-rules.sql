CREATE TABLE "restock_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"mode" text NOT NULL,
	"keep" integer NOT NULL,
	"refill_to" integer NOT NULL,
	"multiple" integer NOT NULL,
	"amount" bigint,
	"highest_price" bigint,
	"most_per_day" bigint,
	"paused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid NOT NULL,
	"approved_version" integer,
	"approved_by" uuid,
	"runs" integer DEFAULT 0 NOT NULL,
	"told_at" timestamptz(3),
	"problem" text,
	"problem_message" text,
	"problem_since" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "restock_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"mode" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint,
	"draft_id" uuid,
	"line_id" uuid,
	"order_row" uuid,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "restock_rules" ADD CONSTRAINT "restock_rules_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD CONSTRAINT "restock_rules_changed_by_members_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restock_rules" ADD CONSTRAINT "restock_rules_approved_by_members_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restock_runs" ADD CONSTRAINT "restock_runs_rule_id_restock_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."restock_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "restock_rules_product" ON "restock_rules" USING btree ("environment","product_id") WHERE "restock_rules"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "restock_runs_number" ON "restock_runs" USING btree ("rule_id","number");--> statement-breakpoint
CREATE INDEX "restock_runs_open" ON "restock_runs" USING btree ("at") WHERE "restock_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "restock_runs_draft" ON "restock_runs" USING btree ("draft_id") WHERE "restock_runs"."draft_id" is not null;
--> statement-breakpoint
-- Beside audit_record_caused. The version before takes such a cause away and tells nobody.
CREATE TRIGGER restock_rule_caused AFTER INSERT ON public.audit_records
FOR EACH ROW WHEN (new.action in ('restock-rule.told', 'restock-rule.proposed', 'restock-rule.unable'))
EXECUTE FUNCTION public.note_audited_cause();
