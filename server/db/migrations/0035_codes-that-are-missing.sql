ALTER TABLE "code_fingerprints" ADD COLUMN "missing_since" timestamptz(3);--> statement-breakpoint
-- Until now, a list of codes under an undocumented name could be taken for a wallet and kept here as it came.
UPDATE "orders" SET "wallet" = jsonb_set("wallet", '{raw}', 'null') WHERE jsonb_typeof("wallet" -> 'raw') <> 'null';
