import { createHash } from "node:crypto";
import type { StoredOrder } from "./order.ts";

export type DeliveredCode = {
  productId: number;
  line: number;
  code: string;
  serial: string;
  expiresAt: string;
};

const YEAR = 365 * 24 * 3_600_000;

/** The codes of an order, the same each time they are read. Their text says that they are test data. */
export function codesOf(order: StoredOrder, count: number): DeliveredCode[] {
  const units = order.lines.flatMap((line, at) =>
    Array.from({ length: Math.min(line.quantity, count) }, () => ({ productId: line.productId, line: at })),
  );
  return units.slice(0, count).map(({ productId, line }, index) => {
    const digest = createHash("sha256").update(`${order.seed}:${index}`).digest("hex").toUpperCase();
    return {
      productId,
      line,
      code: `TEST-${digest.slice(0, 4)}-${digest.slice(4, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}`,
      serial: `SN${order.orderId}${String(index + 1).padStart(5, "0")}`,
      expiresAt: new Date(order.createdAt + 2 * YEAR).toISOString().slice(0, 10),
    };
  });
}
