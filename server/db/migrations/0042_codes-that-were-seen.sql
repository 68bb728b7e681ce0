CREATE TABLE "code_exposures" (
	"environment" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"revealed_at" timestamptz(3),
	"exported_at" timestamptz(3),
	CONSTRAINT "code_exposures_environment_fingerprint_pk" PRIMARY KEY("environment","fingerprint")
);
--> statement-breakpoint
-- Which codes of an order were shown is not on record, so all of them count as seen.
INSERT INTO "code_exposures" ("environment", "fingerprint", "revealed_at", "exported_at")
SELECT seen."environment", own."fingerprint",
  max(seen."at") FILTER (WHERE seen."action" = 'codes.revealed'), max(seen."at") FILTER (WHERE seen."action" = 'codes.exported')
FROM (
  SELECT "environment", "order_row", "action", "at", "actor_id" FROM "audit_records"
  UNION ALL SELECT "environment", "order_row", "action", "at", "actor_id" FROM "audit_archive"
) AS seen
JOIN "code_fingerprints" AS own ON own."order_row" = seen."order_row"
WHERE seen."action" IN ('codes.revealed', 'codes.exported') AND seen."environment" IS NOT NULL
  AND NOT EXISTS (
    SELECT FROM "audit_records" AS none WHERE none."order_row" = seen."order_row" AND none."action" = 'codes.counted'
      AND none."at" = seen."at" AND none."actor_id" = seen."actor_id" AND none."details" ->> 'count' = '0'
  )
GROUP BY seen."environment", own."fingerprint";--> statement-breakpoint
-- Beside the version before: it records that codes are shown, and not which, so all codes of the order count as seen. This version says that
-- it notes each code by itself.
CREATE FUNCTION "note_all_exposed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "code_exposures" ("environment", "fingerprint", "revealed_at", "exported_at")
  SELECT DISTINCT NEW."environment", "fingerprint",
    CASE WHEN NEW."action" = 'codes.revealed' THEN NEW."at" END, CASE WHEN NEW."action" = 'codes.exported' THEN NEW."at" END
  FROM "code_fingerprints" WHERE "order_row" = NEW."order_row"
  ON CONFLICT ("environment", "fingerprint") DO UPDATE SET
    "revealed_at" = coalesce(excluded."revealed_at", "code_exposures"."revealed_at"),
    "exported_at" = coalesce(excluded."exported_at", "code_exposures"."exported_at");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_records_exposed" AFTER INSERT ON "audit_records" FOR EACH ROW
WHEN (NEW."action" IN ('codes.revealed', 'codes.exported') AND NEW."environment" IS NOT NULL
  AND coalesce(current_setting('codedesk.notes_exposed', true), '') <> 'on')
EXECUTE FUNCTION "note_all_exposed"();
