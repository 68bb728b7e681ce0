import { index, jsonb, pgTable, text, uuid, bigserial } from "drizzle-orm/pg-core";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";
import { instant } from "./columns.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";

/** Who did what, when: written in the transaction of what it records. An order's timeline is its part of this. */
export const auditRecords = pgTable(
  "audit_records",
  {
    id: bigserial({ mode: "bigint" }).primaryKey(),
    at: instant().notNull(),
    environment: text().$type<Environment>(),
    /** Null for the program itself. */
    actorId: uuid().references(() => members.id),
    action: text().notNull(),
    orderRow: uuid().references(() => orders.id),
    memberId: uuid().references(() => members.id),
    fromState: text().$type<OrderState>(),
    toState: text().$type<OrderState>(),
    /** Plain facts; never a code, a password or the key. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_records_order").on(table.orderRow, table.id),
    index("audit_records_at").on(table.at),
  ],
);
