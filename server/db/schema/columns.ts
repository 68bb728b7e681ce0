import { customType } from "drizzle-orm/pg-core";
import type { Instant } from "#lib/time/instant.ts";

/** A UTC instant: `timestamptz` in the database, epoch milliseconds in the program. */
export const instant = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => "timestamptz(3)",
  fromDriver: (value) => (value instanceof Date ? value.getTime() : Date.parse(value)),
  toDriver: (value) => new Date(value).toISOString(),
});

/** The exact bytes of a body or a fingerprint. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Words and whole values that rows are searched by. */
export const terms = customType<{ data: string }>({ dataType: () => "tsvector" });
