CREATE TABLE "code_hand_outs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"order_row" uuid NOT NULL,
	"index" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"customer_reference" text NOT NULL,
	"take_id" uuid NOT NULL,
	"state" text NOT NULL,
	"taken_by" uuid NOT NULL,
	"taken_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_lists" (
	"order_row" uuid PRIMARY KEY NOT NULL,
	"fingerprint" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_hand_outs" ADD CONSTRAINT "code_hand_outs_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_hand_outs" ADD CONSTRAINT "code_hand_outs_taken_by_members_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_lists" ADD CONSTRAINT "code_lists_order_row_orders_id_fk" FOREIGN KEY ("order_row") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "code_hand_outs_code" ON "code_hand_outs" USING btree ("order_row","index");--> statement-breakpoint
CREATE UNIQUE INDEX "code_hand_outs_fingerprint" ON "code_hand_outs" USING btree ("environment","fingerprint");--> statement-breakpoint
CREATE INDEX "code_hand_outs_customer" ON "code_hand_outs" USING btree ("environment","customer_reference");--> statement-breakpoint
CREATE INDEX "code_hand_outs_take" ON "code_hand_outs" USING btree ("take_id");