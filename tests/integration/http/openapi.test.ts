import { describe, expect, it } from "vitest";
import { TOKEN_SCOPES } from "#lib/contracts/team/accessTokens.ts";
import { allRoutes } from "#tests/support/allRoutes.ts";
import { machineRoutes, openApiDocument } from "#tests/support/openApiDocument.ts";

describe("the OpenAPI document", () => {
  it("is made from the declarations of the routes that programs may call (vitest -u writes it again)", async () => {
    const made = openApiDocument(machineRoutes(await allRoutes()));
    await expect(`${JSON.stringify(made, null, 1)}\n`).toMatchFileSnapshot(
      "../../../app/api/openapi.json/document.json",
    );
  });

  it("names nothing that a token could not be allowed", async () => {
    for (const { declaration, path } of machineRoutes(await allRoutes())) {
      expect([null, ...TOKEN_SCOPES], path).toContain(declaration.permission);
    }
  });
});
