ALTER TABLE "catalog_passes" RENAME TO "catalog_sync_runs";--> statement-breakpoint
ALTER TABLE "catalog_sync_runs" RENAME COLUMN "set_aside" TO "unreadable";--> statement-breakpoint
ALTER TABLE "catalog_products" RENAME COLUMN "pass_id" TO "sync_run_id";--> statement-breakpoint
ALTER TABLE "catalog_marks" RENAME TO "catalog_versions";--> statement-breakpoint
ALTER TABLE "service_gates" RENAME TO "service_state";--> statement-breakpoint
ALTER TABLE "service_state" RENAME COLUMN "silent_since" TO "unreachable_since";--> statement-breakpoint
ALTER SEQUENCE "catalog_passes_id_seq" RENAME TO "catalog_sync_runs_id_seq";--> statement-breakpoint
ALTER INDEX "catalog_passes_pkey" RENAME TO "catalog_sync_runs_pkey";--> statement-breakpoint
ALTER INDEX "catalog_passes_environment" RENAME TO "catalog_sync_runs_environment";--> statement-breakpoint
ALTER INDEX "catalog_products_pass" RENAME TO "catalog_products_sync_run";--> statement-breakpoint
ALTER INDEX "catalog_marks_pkey" RENAME TO "catalog_versions_pkey";--> statement-breakpoint
ALTER INDEX "service_gates_pkey" RENAME TO "service_state_pkey";
