CREATE TABLE "audit_archive" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"environment" text,
	"actor_id" uuid,
	"action" text NOT NULL,
	"order_row" uuid,
	"member_id" uuid,
	"from_state" text,
	"to_state" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_archive_at" ON "audit_archive" USING btree ("at");--> statement-breakpoint
-- The only way out of audit_records, for the application too, which may neither change nor delete there. Moves the oldest records; refuses
-- young ones, so that whoever took over the application cannot hide what was just done.
CREATE FUNCTION "archive_audit"("before" timestamptz, "most" int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  "moved" bigint;
BEGIN
  IF "before" > now() - interval '30 days' THEN
    RAISE EXCEPTION 'Audit records of the last 30 days are not archived';
  END IF;
  WITH "old" AS (
    DELETE FROM "audit_records" WHERE "id" IN (
      SELECT "id" FROM "audit_records" WHERE "at" < "before" ORDER BY "id" LIMIT "most" FOR UPDATE SKIP LOCKED
    )
    RETURNING "id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details"
  )
  INSERT INTO "audit_archive" ("id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details")
  SELECT * FROM "old";
  GET DIAGNOSTICS "moved" = ROW_COUNT;
  RETURN "moved";
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "archive_audit"(timestamptz, int) FROM PUBLIC;
