import { reportFiles, reports } from "#server/db/schema/reports.ts";
import type { Member } from "#tests/support/testProgram.ts";
import type { MatrixRow } from "./matrixRoutes.ts";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

const cuts = { every: { kind: "week" as const, weekday: 0 }, time: "09:00", zone: "UTC" };

/** A report of the member's own, with a file. */
const report = async ({ stack }: MatrixWorld, { environment }: Cell, { id: ownerId }: Member) => {
  const now = stack.now();
  const { db } = stack.program;
  const [row] = await db
    .insert(reports)
    .values({ environment, ownerId, kind: "stock", cuts, paused: true, createdAt: now, updatedAt: now })
    .returning({ id: reports.id });
  const reportId = row?.id ?? "";
  const times = { fromAt: now, cutAt: now, madeAt: now };
  await db
    .insert(reportFiles)
    .values({ reportId, day: "2026-11-23", ...times, rows: 0, sha256: "", content: "Product" });
  return { params: { reportId } };
};

/** Every route of reports. */
export const REPORT_ROWS: Record<string, MatrixRow> = {
  "GET reports": { permission: "orders.read" },
  "POST reports": {
    permission: "orders.read",
    status: 201,
    changesSelf: true,
    call: () => ({ body: { kind: "stock", cuts } }),
  },
  "PATCH reports/[reportId]": {
    permission: "orders.read",
    call: async (...at) => ({ ...(await report(...at)), body: { paused: true } }),
  },
  "DELETE reports/[reportId]": { permission: "orders.read", call: report },
  "GET reports/[reportId]/files/[day]": {
    permission: "orders.read",
    call: async (...at) => ({ params: { ...(await report(...at)).params, day: "2026-11-23" } }),
  },
};
