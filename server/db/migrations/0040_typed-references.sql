-- Until now, the request log kept what the service said of a reference that somebody looked up, which it repeats: it may be a code.
UPDATE "service_calls" SET "message" = NULL WHERE "operation" = 'order' AND "order_row" IS NULL;
