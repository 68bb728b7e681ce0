import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportChangesRequestSchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { HOUR } from "#lib/time/instant.ts";
import { exportChanges } from "#server/catalog/changes/exportChanges.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { product, type ScriptedService } from "./scriptedService.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";

const MADE_UP = "99999999999999.9999999999999999";
let world: CatalogWorld;
let service: ScriptedService;
let other: MemberRequest;
beforeAll(async () => {
  world = await catalogWorld();
  const { actor } = world.request;
  const times = { createdAt: world.clock.now(), updatedAt: world.clock.now() };
  const another = { ...actor, id: "00000000-0000-4000-8000-000000000002", email: "o@b.c" };
  await world.program.db.insert(members).values([actor, another].map((each) => ({ ...each, ...times })));
  other = { ...world.request, actor: another };
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.program.db.delete(auditRecords);
  service = await world.reset();
});

const exported = (request: MemberRequest, filter: object, cursor: string | null, format = "csv") =>
  exportChanges(request, exportChangesRequestSchema.parse({ format, filter, cursor }));
const records = async () =>
  (await world.program.db.select().from(auditRecords).orderBy(auditRecords.id)).map(
    ({ action, actorId, environment, details }) => ({ action, actorId, environment, details }),
  );

describe("an export of catalog changes", () => {
  it("is recorded once, with who exported what, however many pages it has", async () => {
    service.products = [product(1)];
    const sync = () => syncCatalog(world.program, "sandbox", { firstPause: 1 });
    await sync();
    service.products = Array.from({ length: 1_005 }, (_, place) => product(place + 1));
    await sync();
    const filter = { kind: "new", product: ["2", "3", "4"] };
    expect((await exported(world.request, filter, null)).items.map(({ productId }) => productId)).toEqual([
      4, 3, 2,
    ]);
    const first = await exported(world.request, { kind: "new" }, null);
    const second = await exported(world.request, { kind: "new" }, first.nextCursor);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([1_000, 4, null]);
    const actorId = world.request.actor.id;
    const record = { action: "catalog-changes.exported", actorId, environment: "sandbox" };
    expect(await records()).toEqual([
      { ...record, details: { format: "csv", filter: { kind: ["new"], product: [2, 3, 4] } } },
      { ...record, details: { format: "csv", filter: { kind: ["new"] } } },
    ]);
  });

  it("cannot go unrecorded by a cursor that was made up, of another filter or member, or of long ago", async () => {
    await exported(world.request, {}, MADE_UP);
    await exported(world.request, {}, MADE_UP);
    expect(await records()).toHaveLength(1);
    await exported(world.request, { kind: "gone" }, MADE_UP);
    await exported(world.request, {}, MADE_UP, "xlsx");
    await exported(other, {}, MADE_UP);
    await exported({ ...world.request, environment: "production" }, {}, MADE_UP);
    expect(await records()).toHaveLength(5);
    world.clock.advance(HOUR);
    await exported(world.request, {}, MADE_UP);
    expect(await records()).toHaveLength(6);
  });

  it("is for those alone who may read the catalog", async () => {
    const actor = { ...world.request.actor, role: "custom", grants: [] };
    await expect(exported({ ...world.request, actor }, {}, null)).rejects.toMatchObject({
      kind: "forbidden",
    });
    expect(await records()).toEqual([]);
  });
});
