import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { bumpCatalogVersion, saveProducts } from "#server/catalog/sync/storedProducts.ts";
import { createTestProgram, type Answer, type Call, type TestProgram } from "#tests/support/testProgram.ts";
import type { RouteHandler } from "#server/route/route.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { product, record } from "./scriptedService.ts";

/** A signed-in member who calls the HTTP interface in one environment. */
export type Person = {
  id: string;
  call(handler: RouteHandler, call?: Call, environment?: Environment): Promise<Answer>;
};

export type StackWithCatalog = TestProgram & {
  /** Adds products 1 … `count` to the catalog of an environment. */
  stock(environment: Environment, count: number): Promise<void>;
  person(role: Role, name?: string): Promise<Person>;
};

/** A test stack with both environments and their catalogs. */
export async function stackWithCatalog(): Promise<StackWithCatalog> {
  const stack = await createTestProgram({
    SERVICE_PRODUCTION_URL: "http://127.0.0.1:9/",
    SERVICE_PRODUCTION_KEY: `svc_live_${"0".repeat(32)}`,
  });
  return {
    ...stack,
    stock: async (environment, count) => {
      const records = Array.from({ length: count }, (_, at) =>
        record(product(at + 1, { name: `Card ${String(at + 1).padStart(3, "0")}` })),
      );
      await stack.program.db.transaction(async (tx) => {
        await saveProducts(tx, environment, 1, records, stack.now());
        await bumpCatalogVersion(tx, environment);
      });
    },
    person: async (role, name) => {
      const member = await stack.addMember(role, name);
      const cookie = await stack.signIn(member);
      return {
        id: member.id,
        call: (handler, call = {}, environment = "sandbox") =>
          stack.call(handler, { ...call, cookie, headers: { [ENVIRONMENT_HEADER]: environment } }),
      };
    },
  };
}
