import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveChanges } from "#server/orders/drafts/saveChanges.ts";
import { confirm, createOrderDraftWorld, errorOf } from "./orderDraftWorld.ts";

const world = await createOrderDraftWorld();
const { productId, line, saveLines } = world;
afterAll(() => world.close());

const checked = await preflightOrder(world.request, { currency: "EUR", lines: [{ productId, quantity: 1 }] });
const own = checked.lines[0]?.countryCode ?? "";
const other = own === "US" ? "DE" : "US";

describe("a draft's line that a program has written for another country than its product's", () => {
  it("is stored as it was written, and refused by the check and by the order, whichever country these name", async () => {
    expect(own).not.toBe("");
    const saved = await saveLines({ ...line("2"), countryCode: other });
    expect(saved.draft.lines[0]?.countryCode).toBe(other);
    const named = confirm(saved, saved.draft.lines);
    const lines = named.lines.map((each) => ({ ...each, countryCode: other }));
    const { ok, problems } = await preflightOrder(world.request, { currency: "EUR", lines });
    expect({ ok, problems }).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringMatching(/not for/) }],
    });
    expect(await errorOf(placeOrder(world.request, { ...named, lines }))).toMatchObject({
      kind: "validation",
    });
    for (const countryCode of [undefined, own]) {
      const asOwn = named.lines.map((each) => ({
        ...each,
        ...(countryCode === undefined ? {} : { countryCode }),
      }));
      const placing = placeOrder(world.request, { ...named, confirmationId: randomUUID(), lines: asOwn });
      expect(await errorOf(placing)).toMatchObject({
        kind: "conflict",
        details: { conflict: "draft-changed" },
      });
    }
  });

  it("is refused as well if it was changed by the line, and ordered once it names the product's country or none", async () => {
    const { id, draft } = await saveLines(line("1"), line("2"));
    const [first, second] = draft.lines;
    if (first === undefined || second === undefined) throw new Error("no lines");
    const change = async (countryCode: string) => {
      const { version } = await readDraft(world.request);
      await saveChanges(world.request, {
        id,
        version,
        texts: {},
        lines: [{ line: { ...first, countryCode } }],
      });
      return readDraft(world.request);
    };
    expect(await errorOf(placeOrder(world.request, confirm(await change(other), [first])))).toMatchObject({
      details: { conflict: "draft-changed" },
    });
    const placed = await placeOrder(world.request, confirm(await change(own), [first]));
    expect(placed.lines).toMatchObject([{ productId, quantity: 1, countryCode: own }]);
  });
});
