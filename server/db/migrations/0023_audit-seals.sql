CREATE TABLE "audit_seals" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"record_id" bigint NOT NULL,
	"previous" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "audit_seals_record" UNIQUE("record_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"record_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_archive" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "audit_unsealed" SET (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);--> statement-breakpoint
-- A text with its length in bytes before it, so that no two lists of texts read the same. Null is "-".
CREATE FUNCTION "netstring"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(octet_length(convert_to("value", 'UTF8')) || ':' || "value", '-')
$$;
--> statement-breakpoint
CREATE FUNCTION "epoch_ms"("value" timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (extract(epoch FROM "value") * 1000)::bigint::text
$$;
--> statement-breakpoint
-- Seals what is not sealed yet: the only writer of audit_seals. Returns how many; -1 while somebody else is sealing. A record that was
-- removed before it was sealed is sealed as missing. server/audit/chain/sealHash.ts makes the same hash of a record.
CREATE FUNCTION "seal_audit"("most" int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  "ids" bigint[];
  "stamp" timestamptz(3) := clock_timestamp();
  "last" bigint;
  "before" bytea;
  "after" bytea;
  "record" record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('audit-seals', 0)) THEN
    RETURN -1;
  END IF;
  WITH "taken" AS (
    DELETE FROM "audit_unsealed"
    WHERE "ctid" = ANY (ARRAY(SELECT "ctid" FROM "audit_unsealed" LIMIT "most"))
    RETURNING "record_id"
  )
  SELECT array_agg("record_id") INTO "ids" FROM "taken";
  IF "ids" IS NULL THEN
    RETURN 0;
  END IF;
  SELECT "sequence", "hash" INTO "last", "before" FROM "audit_seals" ORDER BY "sequence" DESC LIMIT 1;
  "last" := coalesce("last", 0);
  "before" := coalesce("before", ''::bytea);
  FOR "record" IN
    SELECT "wanted", "kept".*
    FROM unnest("ids") AS "wanted"
    LEFT JOIN (
      SELECT "id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token"
      FROM "audit_records" WHERE "id" = ANY ("ids")
      UNION ALL
      SELECT "id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token"
      FROM "audit_archive" WHERE "id" = ANY ("ids")
    ) AS "kept" ON "kept"."id" = "wanted"
    ORDER BY "wanted"
  LOOP
    "last" := "last" + 1;
    "after" := sha256(convert_to(
      netstring("last"::text) || netstring(encode("before", 'hex')) || netstring(epoch_ms("stamp"))
      || netstring("record"."wanted"::text) || netstring(epoch_ms("record"."at")) || netstring("record"."environment")
      || netstring("record"."actor_id"::text) || netstring("record"."action") || netstring("record"."order_row"::text)
      || netstring("record"."member_id"::text) || netstring("record"."from_state") || netstring("record"."to_state")
      || netstring("record"."details"::text) || netstring("record"."token"),
      'UTF8'
    ));
    INSERT INTO "audit_seals" ("sequence", "record_id", "previous", "hash", "sealed_at")
    VALUES ("last", "record"."wanted", "before", "after", "stamp");
    "before" := "after";
  END LOOP;
  RETURN coalesce(array_length("ids", 1), 0);
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "seal_audit"(int) FROM PUBLIC;
--> statement-breakpoint
-- In the transaction of the record: what is written is noted, and what was noted is sealed or found missing.
CREATE FUNCTION "note_unsealed"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO "audit_unsealed" ("record_id") VALUES (NEW."id");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_records_unsealed" AFTER INSERT ON "audit_records"
FOR EACH ROW EXECUTE FUNCTION "note_unsealed"();
--> statement-breakpoint
-- As before, with the new column; and nothing is archived that is not sealed.
CREATE OR REPLACE FUNCTION "archive_audit"("before" timestamptz, "most" int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  "moved" bigint;
BEGIN
  IF "before" > now() - interval '30 days' THEN
    RAISE EXCEPTION 'Audit records of the last 30 days are not archived';
  END IF;
  WITH "old" AS (
    DELETE FROM "audit_records" WHERE "id" IN (
      SELECT "id" FROM "audit_records"
      WHERE "at" < "before" AND EXISTS (SELECT FROM "audit_seals" WHERE "record_id" = "audit_records"."id")
      ORDER BY "id" LIMIT "most" FOR UPDATE SKIP LOCKED
    )
    RETURNING "id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token"
  )
  INSERT INTO "audit_archive" ("id", "at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token")
  SELECT * FROM "old";
  GET DIAGNOSTICS "moved" = ROW_COUNT;
  RETURN "moved";
END
$$;
--> statement-breakpoint
-- What was recorded before there were seals.
INSERT INTO "audit_unsealed" ("record_id")
SELECT "id" FROM (SELECT "id" FROM "audit_archive" UNION ALL SELECT "id" FROM "audit_records") AS "every" ORDER BY "id";
--> statement-breakpoint
DO $$
BEGIN
  WHILE "public"."seal_audit"(20000) > 0 LOOP
    NULL;
  END LOOP;
END
$$;
