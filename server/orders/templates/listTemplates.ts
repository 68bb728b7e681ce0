import "server-only";
import { asc, eq } from "drizzle-orm";
import type { TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import { toIso } from "#lib/time/instant.ts";
import { readChangedSince } from "#server/catalog/changes/readChangedSince.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { mayChange } from "./templateRows.ts";

/**
 * The team's templates in this environment, by name.
 * @throws AppError `forbidden`.
 */
export async function listTemplates(request: MemberRequest): Promise<TemplatesPage> {
  requirePermission(request, "orders.place");
  const rows = await request.db
    .select({
      id: orderTemplates.id,
      name: orderTemplates.name,
      memberId: orderTemplates.memberId,
      savedBy: members.name,
      content: orderTemplates.content,
      createdAt: orderTemplates.createdAt,
      updatedAt: orderTemplates.updatedAt,
    })
    .from(orderTemplates)
    .innerJoin(members, eq(members.id, orderTemplates.memberId))
    .where(eq(orderTemplates.environment, request.environment))
    .orderBy(asc(orderTemplates.nameKey), asc(orderTemplates.id));
  const changed = await readChangedSince(
    request,
    rows.map(({ createdAt, content }) => ({ at: createdAt, lines: content.lines })),
  );
  return {
    templates: rows.map(({ memberId, createdAt, updatedAt, content, ...row }, place) => ({
      ...row,
      lineCount: content.lines.length,
      changedSince: changed[place] ?? null,
      mayChange: mayChange(request, { memberId }),
      createdAt: toIso(createdAt),
      updatedAt: toIso(updatedAt),
    })),
  };
}
