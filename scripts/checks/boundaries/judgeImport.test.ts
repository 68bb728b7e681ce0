import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeImport } from "./judgeImport.ts";
import { UNDOCUMENTED } from "./packageParts.ts";

describe("import boundaries", () => {
  it.each([
    ["components/orders/OrderPage.tsx", "#lib/contracts/orders/order.ts"],
    ["components/orders/OrderPage.tsx", "#components/ui/actions/Button.tsx"],
    ["components/orders/OrderPage.tsx", "#components/orders/list/OrderList.tsx"],
    ["app/(desk)/orders/[reference]/page.tsx", "#server/orders/verbs/readOrder.ts"],
    ["server/orders/verbs/readOrder.ts", "#server/serviceClient/client.ts"],
    ["server/catalog/searchProducts.ts", "#server/catalog/search/searchEngine.ts"],
    ["server/catalog/search/applyFilters.ts", "#server/catalog/search/buffers.ts"],
    ["server/serviceClient/client.ts", "./limits.ts"],
    ["sandbox/orders/store.ts", "#lib/contracts/orders/order.ts"],
    ["lib/money/minorUnits.test.ts", "fast-check"],
    ["next.config.mjs", "#scripts/launch/dataDir.ts"],
    ["server/main.mjs", "next"],
  ])("%s may import %s", (file, specifier) => {
    expect(judgeImport(file, specifier)).toBeNull();
  });

  it.each([
    ["components/orders/OrderPage.tsx", "#server/orders/verbs/readOrder.ts"],
    ["components/orders/OrderPage.tsx", "#components/catalog/CatalogScreen.tsx"],
    ["components/ui/actions/Button.tsx", "#lib/queries/orders/orders.ts"],
    ["components/ui/actions/Button.tsx", "react-hook-form"],
    ["app/api/orders/route.ts", "#server/db/connect.ts"],
    ["lib/contracts/catalog/product.ts", "#lib/orders/lifecycle/transition.ts"],
    ["lib/orders/lifecycle/transition.ts", "node:crypto"],
    ["lib/orders/lifecycle/transition.ts", "react"],
    ["lib/money/minorUnits.ts", "fast-check"],
    ["server/serviceClient/client.ts", "#server/db/connect.ts"],
    ["server/db/connect.ts", "#server/serviceClient/client.ts"],
    ["server/db/connect.ts", "#server/context/context.ts"],
    ["server/orders/verbs/readOrder.ts", "#server/route/route.ts"],
    ["server/orders/verbs/readOrder.ts", "#scripts/build/build.ts"],
    ["server/orders/verbs/readOrder.ts", "#sandbox/state/service.ts"],
    ["server/catalog/searchProducts.ts", "#server/catalog/search/buffers.ts"],
    ["sandbox/orders/store.ts", "#lib/orders/lifecycle/states.ts"],
    ["sandbox/orders/store.ts", "#server/orders/verbs/readOrder.ts"],
    ["scripts/bench/tabs.ts", "#tests/support/orderWorld.ts"],
    ["e2e/journeys/signIn.spec.ts", "#server/db/connect.ts"],
    ["server/orders/verbs/readOrder.ts", "../ledger/ledgerRow.ts"],
    ["server/orders/ledger.ts", "./ledger/ledgerRow.ts"],
  ])("%s may not import %s", (file, specifier) => {
    expect(judgeImport(file, specifier)).toMatch(
      /may not import|only from the same folder|may be imported from outside/,
    );
  });

  it.each([
    ["server/db/connect.ts", "pg/lib/client.js"],
    ["server/db/connect.ts", "drizzle-orm/node-postgres/session"],
    ["components/shell/page/UnansweredPages.tsx", "next/dist/client/components/offline.js"],
    ["tests/support/world.ts", "@tanstack/react-query/src/useQuery.ts"],
  ])("keep %s from importing %s, which no documentation names", (file, specifier) => {
    expect(judgeImport(file, specifier)).toMatch(/^No documentation names/);
  });

  it("list no undocumented part of a package that nothing imports any more", () => {
    for (const [file, parts] of Object.entries(UNDOCUMENTED)) {
      const source = readFileSync(file, "utf8");
      for (const part of Object.keys(parts)) expect(source).toContain(`"${part}"`);
    }
  });

  it("are enforced by the linter as errors", () => {
    const project = mkdtempSync(join(tmpdir(), "codedesk-boundaries-"));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    };
    write(
      ".oxlintrc.json",
      JSON.stringify({
        jsPlugins: [resolve("scripts/checks/boundaries/rule.ts")],
        rules: { "boundaries/imports": "error" },
      }),
    );
    write("lib/contracts/orders/order.ts", 'export { connect } from "#server/db/connect.ts";\n');
    const linter = resolve("node_modules/oxlint/bin/oxlint");
    const { status, stdout } = spawnSync(process.execPath, [linter], { cwd: project, encoding: "utf8" });
    rmSync(project, { recursive: true });
    expect(stdout).toContain("lib/contracts may not import #server/db/connect.ts");
    expect(status).toBe(1);
  });
});
