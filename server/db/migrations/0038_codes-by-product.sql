DROP INDEX "code_hand_outs_fingerprint";--> statement-breakpoint
-- Beside the version before: it hands out no code of which a hand-out has the fingerprint, whatever its product, so it writes what both allow.
CREATE UNIQUE INDEX "code_hand_outs_product_code" ON "code_hand_outs" USING btree ("environment","fingerprint","product_id");--> statement-breakpoint
-- The service may have said another product of a code since it was handed out: it must not become unused by that.
UPDATE "code_hand_outs" SET "product_id" = "code_fingerprints"."product_id" FROM "code_fingerprints"
WHERE "code_fingerprints"."order_row" = "code_hand_outs"."order_row" AND "code_fingerprints"."index" = "code_hand_outs"."index"
  AND "code_fingerprints"."fingerprint" = "code_hand_outs"."fingerprint"
  AND "code_fingerprints"."product_id" <> "code_hand_outs"."product_id";
