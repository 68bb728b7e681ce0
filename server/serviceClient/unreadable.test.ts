import { describe, expect, it } from "vitest";
import { harness } from "./harness.testing.ts";
import { answer } from "./rawServer.testing.ts";

const PAGE = { skip: 0, take: 100 };
const TWO_LISTS = `{"mine":[{"id":1,"name":"Card A"}],"yours":[{"id":2,"name":"Card B"}],"secret":"s3cret"}`;

describe("a page whose list of products cannot be found", () => {
  it("is described by its shape, without values, with the variable that says where the list is", async () => {
    await using at = await harness((socket) => socket.write(answer(200, TWO_LISTS)));
    const listing = await at.client.listProducts(PAGE);
    const detail = listing.ok ? "" : listing.failure.detail;
    // Everybody is told the first line, administrators also the others.
    expect(detail.split("\n")[0]).toMatch(/no list of products .* or more than one\.$/);
    expect(detail).toContain("\nSet SERVICE_CATALOG_POINTER");
    expect(detail).toContain(
      "{mine: [{id: integer, name: text}], yours: [{id: integer, name: text}], secret: text}",
    );
    expect(detail).not.toMatch(/Card|s3cret/);
  });

  it("is read where the variable says, and where that is wrong says so", async () => {
    await using at = await harness((socket) => socket.write(answer(200, TWO_LISTS)), {
      pointers: { catalog: ["yours"] },
    });
    expect(await at.client.listProducts(PAGE)).toMatchObject({
      value: { products: [{ product: { id: 2 } }] },
    });
    await using wrong = await harness((socket) => socket.write(answer(200, TWO_LISTS)), {
      pointers: { catalog: ["theirs"] },
    });
    expect(await wrong.client.listProducts(PAGE)).toMatchObject({
      failure: { detail: expect.stringContaining("no list of products where SERVICE_CATALOG_POINTER says") },
    });
  });
});
