CREATE TABLE "catalog_marks" (
	"environment" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
