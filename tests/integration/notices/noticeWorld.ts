import { eq, sql } from "drizzle-orm";
import type { Notice } from "#lib/contracts/notices/notices.ts";
import { recordAudit, type AuditEntry } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { noticeCauses, noticeChoices, notices } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

/** Something that happened, with the fields that a test cares about; it is about the buyer's order unless said otherwise. */
export type Happened = Partial<AuditEntry> & Pick<AuditEntry, "action">;

/** Members of each kind, an order of the buyer, and what the members are told of. */
export type NoticeWorld = Omit<OrderWorld, "request"> & {
  buyer: MemberRequest;
  /** Another buyer, who confirmed none of the orders. */
  other: MemberRequest;
  admin: MemberRequest;
  support: MemberRequest;
  /** The notices of a member, with those of everything that has happened until now. */
  told(request: MemberRequest): Promise<Notice[]>;
  /** Records that something happened. */
  record(entry: Happened): Promise<void>;
  /** Adds `count` orders of the buyer that have just entered a state. */
  ordersBecome(count: number, state: string): Promise<void>;
  /** Forgets all notices, what caused them, and what members have chosen. */
  forget(): Promise<void>;
  /** What is dispatched, as a queue of jobs would take it. */
  outbox: { mail(tx: unknown, noticeId: string): Promise<void>; deliver(): Promise<undefined> };
  /** The notices whose mails were put into the outbox. */
  queued: string[];
};

export async function createNoticeWorld(): Promise<NoticeWorld> {
  const { request: buyer, ...world } = await createOrderWorld();
  const { db } = world.program;
  const [other, admin, support] = await Promise.all([
    world.join("buyer", "Olga Other"),
    world.join("admin", "Ada Admin"),
    world.join("support", "Suri Support"),
  ]);
  const placed = await placeOrder(buyer, confirmation(await scenario(world.sandbox, "partial")));
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.externalOrderCode, placed.externalOrderCode ?? ""));
  if (row === undefined) throw new Error("the order was not written");
  const queued: string[] = [];
  return {
    ...world,
    buyer,
    other,
    admin,
    support,
    told: async (request) => {
      await gatherNotices(world.program);
      return (await listNotices(request, {})).items;
    },
    record: (entry) =>
      db.transaction((tx) =>
        recordAudit(tx, { at: world.now(), environment: "sandbox", orderRow: row.id, ...entry }),
      ),
    ordersBecome: async (count, state) => {
      await db.execute(sql`
        with made as (
          insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'state', ${state}::text,
            'external_order_code', gen_random_uuid()::text, 'confirmation_id', gen_random_uuid()))).*
          from orders o, generate_series(1, ${count}) where o.id = ${row.id} returning id)
        insert into audit_records (at, environment, action, order_row, from_state, to_state, details)
        select ${new Date(world.now()).toISOString()}::timestamptz, 'sandbox', 'order.state', id, 'submitting', ${state}, '{}' from made`);
    },
    forget: async () => {
      for (const table of [notices, noticeCauses, noticeChoices]) await db.delete(table);
    },
    outbox: {
      mail: async (_tx, noticeId) => void queued.push(noticeId),
      deliver: async () => undefined,
    },
    queued,
  };
}
