DROP INDEX "orders_listed";--> statement-breakpoint
CREATE INDEX "orders_by_age" ON "orders" USING btree ("environment","created_at","id");