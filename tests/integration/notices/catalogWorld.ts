import { randomUUID } from "node:crypto";
import type { Notice } from "#lib/contracts/notices/notices.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { writeByRegion } from "#server/context/currentRegion.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { sendNoticeMail } from "#server/notices/sendNoticeMail.ts";
import { product, ScriptedService } from "#tests/integration/catalog/scriptedService.ts";
import { startMailServer, type MailServer } from "#tests/support/mailServer.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

export const DESK = "https://desk.partner.example";

/** Members, a catalog that the test changes and syncs, a mail server, and a clock that moves only when it is set. */
export type CatalogNoticeWorld = {
  program: Program;
  database: TestProgram["database"];
  service: ScriptedService;
  inbox: MailServer;
  setClock(at: Instant): void;
  join(role: Role, name?: string): Promise<MemberRequest>;
  /** Syncs the catalog after a change of its products, which come from `products`. */
  sync(): Promise<void>;
  change(id: number, to: Partial<Product>): void;
  favour(request: MemberRequest, productId: number, shared?: boolean): Promise<void>;
  /** What a member is told, with that of everything that was found until now. */
  told(request: MemberRequest): Promise<Notice[]>;
  /** Sends what is due, and returns the ids of the deliveries to webhooks. */
  dispatch(): Promise<string[]>;
  close(): Promise<void>;
};

export async function createCatalogNoticeWorld(start: Instant): Promise<CatalogNoticeWorld> {
  writeByRegion();
  const testProgram = await createTestProgram();
  const inbox = await startMailServer();
  const service = new ScriptedService();
  let at = start;
  const program: Program = {
    ...testProgram.program,
    clock: { now: () => at },
    services: { sandbox: service },
    mailer: createMailer({ url: inbox.url, from: "Codedesk <codedesk@partner.example>" }),
    ownAddress: DESK,
    webhooks: { allowPrivate: true, programSecret: "a secret of the program that is long enough" },
  };
  service.products = Array.from({ length: 20 }, (_, place) => product(place + 1));
  await syncCatalog(program, "sandbox", { firstPause: 1 });
  return {
    program,
    database: testProgram.database,
    service,
    inbox,
    setClock: (now) => void (at = now),
    join: async (role, name = role) => {
      const { id, email } = await testProgram.addMember(role satisfies RoleId, name);
      const actor = { id, email, name, role };
      return { ...program, actor, environment: "sandbox", requestId: randomUUID() };
    },
    sync: async () => {
      await syncCatalog(program, "sandbox", { firstPause: 1 });
    },
    change: (id, to) => {
      service.products = service.products.map((each) => (each.id === id ? { ...each, ...to } : each));
    },
    favour: async ({ actor, environment }, productId, shared = false) => {
      const row = { environment, memberId: actor.id, shared, productId, at };
      await program.db.insert(favourites).values(row);
    },
    told: async (request) => {
      await gatherNotices(program);
      return (await listNotices(request, {})).items.filter(({ kind }) => kind === "catalog.changed");
    },
    dispatch: async () => {
      const deliveries: string[] = [];
      const mails: string[] = [];
      while ((await gatherNotices(program)) > 0);
      await dispatchNotices(program, {
        mail: async (_tx, id) => void mails.push(id),
        deliver: async (_tx, id) => void deliveries.push(id),
      });
      for (const id of mails) await sendNoticeMail(program, id);
      return deliveries;
    },
    close: async () => {
      program.mailer?.close();
      await inbox.close();
      await testProgram.close();
    },
  };
}
