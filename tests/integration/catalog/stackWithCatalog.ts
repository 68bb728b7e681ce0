import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { bumpCatalogVersion, saveProducts } from "#server/catalog/sync/storedProducts.ts";
import { createTestStack, type Answer, type Call, type TestStack } from "#tests/support/testStack.ts";
import type { RouteHandler } from "#server/route/route.ts";
import type { Role } from "#lib/members/roles.ts";
import { product, record } from "./scriptedService.ts";

/** One signed-in member, calling the interface in one environment. */
export type Person = {
  id: string;
  call(handler: RouteHandler, call?: Call, environment?: Environment): Promise<Answer>;
};

export type StackWithCatalog = TestStack & {
  /** Puts products 1 … `count` into the catalog of an environment. */
  stock(environment: Environment, count: number): Promise<void>;
  person(role: Role, name?: string): Promise<Person>;
};

/** A desk with both environments, whose catalogs are there already. */
export async function stackWithCatalog(): Promise<StackWithCatalog> {
  const desk = await createTestStack({
    SERVICE_PRODUCTION_URL: "http://127.0.0.1:9/",
    SERVICE_PRODUCTION_KEY: `svc_live_${"0".repeat(32)}`,
  });
  return {
    ...desk,
    stock: async (environment, count) => {
      const records = Array.from({ length: count }, (_, at) =>
        record(product(at + 1, { name: `Card ${String(at + 1).padStart(3, "0")}` })),
      );
      await desk.program.db.transaction(async (tx) => {
        await saveProducts(tx, environment, 1, records, desk.now());
        await bumpCatalogVersion(tx, environment);
      });
    },
    person: async (role, name) => {
      const member = await desk.addMember(role, name);
      const cookie = await desk.signIn(member);
      return {
        id: member.id,
        call: (handler, call = {}, environment = "sandbox") =>
          desk.call(handler, { ...call, cookie, headers: { [ENVIRONMENT_HEADER]: environment } }),
      };
    },
  };
}
