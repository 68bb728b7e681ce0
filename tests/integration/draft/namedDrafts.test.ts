import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { addLines } from "#server/orders/drafts/addLines.ts";
import { changeDraft } from "#server/orders/drafts/changeDraft.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { notePresence } from "#server/orders/drafts/notePresence.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveChanges } from "#server/orders/drafts/saveChanges.ts";
import { createDraftWorld, NOW, type DraftWorld } from "./draftWorld.ts";

let world: DraftWorld;
beforeAll(async () => {
  world = await createDraftWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.db.delete(drafts);
});

const line = (quantity = "1"): TypedLine => ({
  id: newUuid(),
  productId: 7,
  amount: "",
  quantity,
  countryCode: "",
});
const names = async (person: string) => (await listDrafts(world.as(person))).items.map(({ name }) => name);
const named = (person: string, name: string, ...lines: TypedLine[]) =>
  openDraft(world.as(person), { name, lines });

describe("a line that is added for another country than its product's", () => {
  it("is refused by its field, and nothing is added", async () => {
    await world.db.insert(catalogProducts).values({
      environment: "sandbox",
      productId: 31,
      product: product(31, { countryCode: "DE" }),
      raw: {},
      syncRunId: 1,
      changedAt: NOW,
      retiredAt: null,
    });
    const of = (countryCode: string) => ({ ...line(), productId: 31, countryCode });
    const adding = addLines(world.as("ada"), { lines: [of("DE"), of("US")] });
    await expect(adding).rejects.toMatchObject({
      kind: "validation",
      details: { fields: { "lines.1.countryCode": "This product is for Germany (DE), not for US." } },
    });
    expect((await readDraft(world.as("ada"))).draft.lines).toEqual([]);
    await addLines(world.as("ada"), { lines: [of("DE"), of("Germany"), of("")] });
    expect((await readDraft(world.as("ada"))).draft.lines).toHaveLength(3);
  });
});

describe("drafts with names", () => {
  it("stand beside the one that the catalog adds to, and two may have the same name", async () => {
    const main = await readDraft(world.as("ada"));
    const one = await named("ada", "May", line());
    const other = await named("ada", "May");
    expect(new Set([main.id, one.id, other.id]).size).toBe(3);
    expect(await names("ada")).toEqual([null, "May", "May"]);
    expect((await readDraft(world.as("ada"))).id).toBe(main.id);
  });

  it("are renamed, and naming the one that the catalog adds to begins another one for the catalog", async () => {
    const { id } = await readDraft(world.as("ada"));
    await addLines(world.as("ada"), { lines: [line("3")] });
    await changeDraft(world.as("ada"), { draftId: id, name: "Set aside" });
    const next = await readDraft(world.as("ada"));
    expect(next.id).not.toBe(id);
    expect(next.draft.lines).toEqual([]);
    expect((await readDraft(world.as("ada"), { id })).draft.lines).toMatchObject([{ quantity: "3" }]);
  });

  it("are deleted and brought back as they were; meanwhile they can be neither read, saved nor listed", async () => {
    const { id, version, draft } = await named("ada", "May", line("2"));
    await changeDraft(world.as("ada"), { draftId: id, deleted: true });
    expect(await names("ada")).toEqual([]);
    const notFound = { kind: "not-found" };
    await expect(readDraft(world.as("ada"), { id })).rejects.toMatchObject(notFound);
    const saving = saveChanges(world.as("ada"), { id, version, texts: { note: "n" }, lines: [] });
    await expect(saving).rejects.toMatchObject(notFound);
    await changeDraft(world.as("ada"), { draftId: id, deleted: false });
    expect(await readDraft(world.as("ada"), { id })).toMatchObject({ id, version, draft, name: "May" });
  });

  it("do not include the one that the catalog adds to: it cannot be deleted or shared without a name", async () => {
    const { id } = await readDraft(world.as("ada"));
    for (const change of [{ deleted: true }, { shared: true }]) {
      const changing = changeDraft(world.as("ada"), { draftId: id, ...change });
      await expect(changing).rejects.toMatchObject({ kind: "conflict" });
    }
  });

  it("of an order come back only while there is no other one of that order", async () => {
    const { id } = await openDraft(world.as("ada"), { origin: "CD-1", lines: [line()] });
    await changeDraft(world.as("ada"), { draftId: id, deleted: true });
    const other = await openDraft(world.as("ada"), { origin: "CD-1", lines: [line()] });
    expect(other.id).not.toBe(id);
    const bringingBack = changeDraft(world.as("ada"), { draftId: id, deleted: false });
    await expect(bringingBack).rejects.toMatchObject({ kind: "conflict" });
  });
});

describe("a shared draft", () => {
  it("is seen, edited and named by the team; only its owner shares and deletes it", async () => {
    const { id, version } = await named("ada", "Team", line());
    await expect(readDraft(world.as("ben"), { id })).rejects.toMatchObject({ kind: "not-found" });
    await changeDraft(world.as("ada"), { draftId: id, shared: true });
    expect(await readDraft(world.as("ben"), { id })).toMatchObject({ isOwn: false, shared: true });
    await saveChanges(world.as("ben"), { id, version, texts: { note: "from Ben" }, lines: [] });
    expect((await readDraft(world.as("ada"), { id })).draft.note).toBe("from Ben");
    await changeDraft(world.as("ben"), { draftId: id, name: "Ours" });
    expect((await listDrafts(world.as("ben"))).items).toMatchObject([
      { id, name: "Ours", shared: true, ownedBy: "ada" },
    ]);
    for (const change of [{ deleted: true }, { shared: false }]) {
      const changing = changeDraft(world.as("ben"), { draftId: id, ...change });
      await expect(changing).rejects.toMatchObject({ kind: "forbidden" });
    }
    await changeDraft(world.as("ada"), { draftId: id, shared: false });
    await expect(readDraft(world.as("ben"), { id })).rejects.toMatchObject({ kind: "not-found" });
  });

  it("is not seen in the other environment, nor by those who may not place orders", async () => {
    const { id } = await named("ada", "Team");
    await changeDraft(world.as("ada"), { draftId: id, shared: true });
    await expect(readDraft(world.as("ben", "production"), { id })).rejects.toMatchObject({
      kind: "not-found",
    });
    const presence = { draftId: id, tabId: newUuid(), lineId: null };
    for (const refused of [readDraft(world.as("sue"), { id }), notePresence(world.as("sue"), presence)]) {
      await expect(refused).rejects.toMatchObject({ kind: "forbidden" });
    }
  });

  it("shows who else has it open and on which line they are, until they leave or are not heard of", async () => {
    const [mine] = [line()];
    const { id, version } = await named("ada", "Team", mine);
    await changeDraft(world.as("ada"), { draftId: id, shared: true });
    const [tabOfAda, tabOfBen] = [newUuid(), newUuid()];
    const ada = (lineId: string | null, more = {}) =>
      notePresence(world.as("ada"), { draftId: id, tabId: tabOfAda, lineId, ...more });
    const ben = () => notePresence(world.as("ben"), { draftId: id, tabId: tabOfBen, lineId: null });
    expect(await ada(mine.id)).toEqual({ version, others: [] });
    const adaIsHere = { memberId: world.as("ada").actor.id, name: "ada", lineId: mine.id };
    expect(await ben()).toEqual({ version, others: [adaIsHere] });
    expect((await ada(null)).others).toMatchObject([{ name: "ben" }]);
    expect((await ben()).others).toMatchObject([{ name: "ada", lineId: null }]);
    world.pass(25_000);
    expect((await ben()).others).toEqual([]);
    await ada(mine.id);
    expect((await ben()).others).toHaveLength(1);
    await ada(null, { isLeaving: true });
    expect((await ben()).others).toEqual([]);
  });

  it("shows a member once, with the tab that was heard of last, and no tab can speak for somebody else", async () => {
    const { id } = await named("ada", "Team");
    await changeDraft(world.as("ada"), { draftId: id, shared: true });
    const [first, second, lineId] = [newUuid(), newUuid(), newUuid()];
    await notePresence(world.as("ada"), { draftId: id, tabId: first, lineId: null });
    world.pass(1_000);
    await notePresence(world.as("ada"), { draftId: id, tabId: second, lineId });
    const told = await notePresence(world.as("ben"), { draftId: id, tabId: first, lineId: null });
    expect(told.others).toMatchObject([{ name: "ada", lineId }]);
    const again = await notePresence(world.as("ada"), { draftId: id, tabId: second, lineId });
    expect(again.others).toEqual([]);
  });
});

describe("what was typed into a draft", () => {
  it("is saved without the rest of it, and answered with the products of what was saved", async () => {
    const [first, second, third] = [line("1"), line("2"), line("3")];
    const { id, version } = await named("ada", "May", first, second);
    const saved = await saveChanges(world.as("ada"), {
      id,
      version,
      texts: { purchaseOrder: "17" },
      lines: [{ line: { ...second, quantity: "20" } }, { line: third, follows: first.id }],
    });
    expect(saved).toMatchObject({ id, version: version + 1, lineCount: 3, products: [] });
    const { draft } = await readDraft(world.as("ada"), { id });
    expect(draft).toMatchObject({
      purchaseOrder: "17",
      lines: [first, third, { ...second, quantity: "20" }],
    });
    await saveChanges(world.as("ada"), {
      id,
      version: saved.version,
      texts: {},
      lines: [{ removed: first.id }],
    });
    expect((await readDraft(world.as("ada"), { id })).draft.lines.map(({ quantity }) => quantity)).toEqual([
      "3",
      "20",
    ]);
  });

  it("is refused if somebody saved in between, and of many at once exactly one is stored", async () => {
    const { id, version } = await named("ada", "May");
    await changeDraft(world.as("ada"), { draftId: id, shared: true });
    const saves = ["ada", "ben", "ada", "ben"].map((person) =>
      saveChanges(world.as(person), { id, version, texts: { note: person }, lines: [] }),
    );
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "conflict" });
    }
  });

  it("is refused with its field if it holds characters that cannot be kept", async () => {
    const { id, version } = await named("ada", "May");
    const saving = saveChanges(world.as("ada"), {
      id,
      version,
      texts: {},
      lines: [{ line: { ...line(), amount: "1\0" }, follows: null }],
    });
    await expect(saving).rejects.toMatchObject({
      kind: "validation",
      details: { fields: { "lines.0.amount": /./ } },
    });
  });

  it("may be ten thousand lines, and not one more", async () => {
    const lines = Array.from({ length: MAX_LINES }, () => line());
    const { id, version } = await named("ada", "Large", ...lines);
    const more = saveChanges(world.as("ada"), {
      id,
      version,
      texts: {},
      lines: [{ line: line(), follows: null }],
    });
    await expect(more).rejects.toMatchObject({ kind: "validation", message: /at most 10,000 lines/ });
    const [first] = lines;
    if (first === undefined) throw new Error("there are no lines");
    await saveChanges(world.as("ada"), {
      id,
      version,
      texts: {},
      lines: [{ line: { ...first, quantity: "9" } }],
    });
    expect((await readDraft(world.as("ada"), { id })).draft.lines[0]?.quantity).toBe("9");
  });
});

describe("lines that the catalog adds", () => {
  it("are all there when many arrive at once, and the same ones again are not added twice", async () => {
    const batches = Array.from({ length: 8 }, () => [line(), line()]);
    await Promise.all([...batches, ...batches].map((lines) => addLines(world.as("ada"), { lines })));
    const { draft, version } = await readDraft(world.as("ada"));
    expect(new Set(draft.lines.map(({ id }) => id))).toEqual(new Set(batches.flat().map(({ id }) => id)));
    expect(draft.lines).toHaveLength(16);
    expect(version).toBeGreaterThan(0);
  });

  it("are refused as a whole when the draft has no room for them", async () => {
    await addLines(world.as("ada"), { lines: Array.from({ length: MAX_LINES - 1 }, () => line()) });
    const adding = addLines(world.as("ada"), { lines: [line(), line()] });
    await expect(adding).rejects.toMatchObject({ kind: "validation", message: /Nothing was added/ });
    expect((await addLines(world.as("ada"), { lines: [line()] })).lineCount).toBe(MAX_LINES);
  });
});
