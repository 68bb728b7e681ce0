import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { searchableValue } from "#lib/codes/searchableValue.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { HOUR } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { auditRecords, codeMisses } from "#server/db/schema/audit.ts";
import { codeFingerprints, codeLists, codeValues, orders } from "#server/db/schema/orders.ts";
import { findOrderOfCode } from "#server/orders/lookUp/findOrderOfCode.ts";
import { lookUpOrders } from "#server/orders/lookUp/lookUpOrders.ts";
import { fingerprintOf, valueFingerprintOf } from "#server/orders/ledger/fingerprint.ts";
import { UNKNOWN, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { rememberFingerprints } from "#server/orders/ledger/rememberFingerprints.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { throttleNext } from "#tests/support/serviceAnswers.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

async function seed(reference: string | null, more: Partial<OrderRow> = {}): Promise<OrderRow> {
  const now = world.now();
  const [row] = await world.program.db
    .insert(orders)
    .values({
      ...UNKNOWN,
      environment: "sandbox",
      externalOrderCode: reference,
      origin: "placed",
      state: "completed" satisfies OrderState,
      lines: [],
      createdAt: now,
      updatedAt: now,
      ...more,
    })
    .returning();
  if (row === undefined) throw new Error("no row");
  return row;
}

async function lookUp(references: string[], service = false) {
  const { answers } = await lookUpOrders(world.request, { references, service });
  return answers;
}

async function placeElsewhere(code: string): Promise<void> {
  const productId = await scenario(world.sandbox, "slow");
  const answer = await fetch(`${world.sandbox.url}/orders`, {
    method: "POST",
    headers: { "x-api-key": world.sandbox.key, "content-type": "application/json" },
    body: JSON.stringify({
      externalOrderCode: code,
      currency: "EUR",
      price: 1_000,
      orderProducts: [{ productId, price: 1_000, quantity: 1, CountryCode: "DE" }],
    }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
}

describe("looking up references", () => {
  it("keeps what was typed out of the request log, which the service repeats: it may be a code", async () => {
    const typed = ["AAAA-BBBB-CCCC-1234", "PIN/5678 ü"];
    world.calls.length = 0;
    const answers = await lookUp(typed, true);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["not_found", "not_found"]);
    // Whoever typed it is told.
    expect(answers[0]?.message).toContain("AAAA-BBBB-CCCC-1234");
    const logged = world.calls.map(({ failure, message }) => [failure, message]);
    expect(logged).toEqual([
      ["not_found", "The service answered 404."],
      ["not_found", "The service answered 404."],
    ]);
  });

  it("answers each one, in the order of asking, by code or id, without asking the service about what is known", async () => {
    const id = String(Math.trunc(Math.random() * 1e9) + 1e9);
    const byCode = await seed(randomUUID());
    await seed(randomUUID(), { orderId: id, state: "partial" });
    const before = world.calls.length;
    const unknown = `none-${randomUUID()}`;
    const answers = await lookUp([id, unknown, byCode.externalOrderCode ?? ""]);
    expect(answers.map(({ outcome, order }) => [outcome, order?.state ?? null])).toEqual([
      ["found", "partial"],
      ["unknown", null],
      ["found", "completed"],
    ]);
    expect(world.calls).toHaveLength(before);
  });

  it("finds an order placed elsewhere and keeps it, marked as found", async () => {
    const code = `backend-${randomUUID()}`;
    await placeElsewhere(code);
    const [answer] = await lookUp([code], true);
    expect(answer).toMatchObject({ outcome: "found", order: { origin: "found", externalOrderCode: code } });
    expect((await lookUp([code]))[0]?.outcome).toBe("found");
    const [missing] = await lookUp([`none-${randomUUID()}`], true);
    expect(missing).toMatchObject({ outcome: "not_found", message: expect.stringContaining("not found") });
  });

  it("asks what a reference may have meant: in any case, with other separators, cut off, or among other words", async () => {
    const code = `CD-OIL${randomUUID().slice(0, 8).toUpperCase()}-7K`;
    await seed(code, { state: "undelivered", orderId: "4711004711" });
    const typed = [
      code.toLowerCase(),
      code.replaceAll("-", " "),
      code.replace("OIL", "01l"),
      code.slice(0, -2),
      `Order ${code}, please`,
      "order no 4711004711",
    ];
    for (const { suggestions, outcome } of await lookUp(typed)) {
      expect(outcome).toBe("unknown");
      expect(suggestions).toEqual([{ reference: code, state: "undelivered" }]);
    }
    expect((await lookUp([`zz-${randomUUID()}`, "CD", "--"])).flatMap((each) => each.suggestions)).toEqual(
      [],
    );
  });

  it("keeps to the service's rate limit: what may not be asked now says when it may be", async () => {
    await throttleNext(world.sandbox, "order", 7);
    const [first] = await lookUp([`none-${randomUUID()}`], true);
    expect(first).toMatchObject({ outcome: "later", retryAfterSeconds: 7 });
    const before = await world.sandbox.control("GET", "requests");
    const [second] = await lookUp([`none-${randomUUID()}`], true);
    expect(second?.outcome).toBe("later");
    expect(await world.sandbox.control("GET", "requests")).toEqual(before);
  });

  it("never sends a delivered code to the service, should somebody paste one as a reference", async () => {
    const pin = `SECRET-${randomUUID()}`;
    await remember(await seed(randomUUID()), pin);
    const [answer] = await lookUp([pin.toLowerCase()], true);
    expect(answer).toMatchObject({ outcome: "code", order: null, suggestions: [] });
    // It is asked for the codes of that order, to say which of them it is.
    expect(JSON.stringify(await world.sandbox.control("GET", "requests"))).not.toMatch(new RegExp(pin, "i"));
  });

  it("answers with the order of a single text that is a code, and records that search once", async () => {
    const pin = `SINGLE-${randomUUID()}`;
    const row = await seed(randomUUID());
    await remember(row, pin);
    const [answer] = await lookUp([pin], true);
    expect(answer?.code).toMatchObject({
      orders: [{ externalOrderCode: row.externalOrderCode }],
      isSimilar: false,
    });
    const records = await world.program.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.action, "codes.searched"), eq(auditRecords.orderRow, row.id)));
    expect(records).toHaveLength(1);
    const among = await lookUp([pin, `none-${randomUUID()}`], true);
    expect(among.find(({ outcome }) => outcome === "code")?.code).toBeUndefined();
  });

  it("as an address, answers the same for a code as for any unknown text, also to whoever may find codes", async () => {
    const pin = `SECRET-${randomUUID()}`;
    await remember(await seed(randomUUID()), pin);
    const answerTo = async (reference: string) => {
      const error = await readOrder(world.request, { reference }).catch((refusal: unknown) => refusal);
      return isAppError(error)
        ? JSON.stringify([error.kind, error.message, error.details]).replaceAll(reference, "…")
        : error;
    };
    expect(await answerTo(pin)).toBe(await answerTo(`SECRET-${randomUUID()}`));
    expect(JSON.stringify(await world.sandbox.control("GET", "requests"))).not.toContain(pin);
  });

  it("counts in the audit log what was neither a reference nor a code, by member and hour and without the text", async () => {
    await world.program.db.delete(codeMisses);
    const typed = () => `none-${randomUUID()}`;
    const told = world.as({ ...world.request.actor, role: "support" });
    const texts = [typed(), typed(), typed()];
    const missed = async () =>
      (await world.program.db.select().from(codeMisses).orderBy(codeMisses.hour)).map(({ count }) => count);
    await lookUpOrders(told, { references: texts.slice(0, 2), service: true });
    await lookUpOrders(told, { references: texts.slice(2), service: true });
    // Without the service nothing is recognised, and a viewer is told of no code.
    await lookUpOrders(told, { references: [typed()], service: false });
    await lookUpOrders(world.as({ ...world.request.actor, role: "viewer" }), {
      references: [typed()],
      service: true,
    });
    expect(await missed()).toEqual([3]);
    await world.advance(HOUR);
    await lookUpOrders(told, { references: [typed()], service: true });
    expect(await missed()).toEqual([3, 1]);
    const stored = JSON.stringify(await world.program.db.select().from(codeMisses), (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const text of texts) expect(stored).not.toContain(text);
  });

  it("tells nobody who may not find orders by codes that a text is one, nor anybody of the other environment", async () => {
    const viewer = world.as({ ...world.request.actor, role: "viewer" });
    for (const environment of ["sandbox", "production"] as const) {
      const row = await seed(randomUUID());
      await world.program.db.update(orders).set({ environment }).where(eq(orders.id, row.id));
      const pin = `SECRET-${randomUUID()}`;
      await remember(row, pin);
      const request = environment === "sandbox" ? viewer : world.request;
      const answerTo = async (reference: string) => {
        const { answers } = await lookUpOrders(request, { references: [reference], service: true });
        const read = await readOrder(request, { reference }).catch((error: unknown) => error);
        const { message } = read instanceof Error ? read : { message: "" };
        return JSON.stringify([answers, message]).replaceAll(reference, "…");
      };
      const asked = await world.sandbox.control("GET", "requests");
      expect(await answerTo(pin)).toBe(await answerTo(`SECRET-${randomUUID()}`));
      const since = JSON.stringify(await world.sandbox.control("GET", "requests"));
      expect(since).not.toContain(pin);
      expect(since.length).toBeGreaterThan(JSON.stringify(asked).length);
    }
  });
});

function remember(row: OrderRow, pin: string, more: Record<string, string> = {}): Promise<void> {
  return world.program.db.transaction((tx) =>
    rememberFingerprints(tx, world.program, row, [{ productId: null, index: 0, fields: { pin, ...more } }]),
  );
}

const codesOf = async (code: string, request = world.request) =>
  (await findOrderOfCode(request, { code })).orders.map((order) => order.externalOrderCode);

describe("whose code is this", () => {
  it("is answered by the order, however the code was copied, by its PIN and by its serial number", async () => {
    const row = await seed(randomUUID());
    await remember(row, "ABCD-EFGH-1234", { serialNumber: "0099887766", expiry: "2030-12-31" });
    for (const pasted of [" abcd efgh 1234\n", "ABCDEFGH1234", "abcd–efgh–1234", "0099887766"])
      expect(await codesOf(pasted)).toEqual([row.externalOrderCode]);
    for (const pasted of ["ABCD-EFGH-1235", "2030-12-31", "EFGH-1234"])
      expect(await codesOf(pasted)).toEqual([]);
  });

  it("is answered within the environment alone, and for support too", async () => {
    const row = await seed(randomUUID(), { environment: "production" });
    const pin = randomUUID();
    await remember(row, pin);
    expect(await codesOf(pin)).toEqual([]);
    const here = await seed(randomUUID());
    await remember(here, pin);
    expect(await codesOf(pin, world.as({ ...world.request.actor, role: "support" }))).toEqual([
      here.externalOrderCode,
    ]);
  });

  it("finds a code whose values were not kept when it was delivered, and keeps them with the next answer", async () => {
    const row = await seed(randomUUID());
    const pin = `OLD ${randomUUID()}`;
    await world.program.db.insert(codeFingerprints).values({
      orderRow: row.id,
      index: 0,
      productId: null,
      fingerprint: fingerprintOf(world.program.fingerprintKey, { fields: { pin } }),
      firstSeenAt: world.now(),
    });
    expect(await codesOf(pin)).toEqual([row.externalOrderCode]);
    expect(await codesOf(pin.toLowerCase())).toEqual([]);
    await remember(row, pin);
    expect(await codesOf(pin.toLowerCase())).toEqual([row.externalOrderCode]);
    const values = () => world.program.db.select().from(codeValues).where(eq(codeValues.orderRow, row.id));
    await remember(row, pin);
    // The value, and the form that similar ones share.
    expect(await values()).toHaveLength(2);
    // As an earlier version has stored it.
    await world.program.db.delete(codeValues).where(eq(codeValues.orderRow, row.id));
    const fingerprint = valueFingerprintOf(world.program.fingerprintKey, searchableValue(pin) ?? "");
    await world.program.db.insert(codeValues).values({ fingerprint, orderRow: row.id });
    await world.program.db.delete(codeLists).where(eq(codeLists.orderRow, row.id));
    await remember(row, pin);
    expect(await values()).toHaveLength(2);
  });

  it("is answered as a customer reads it: with a label, other punctuation, in full width", async () => {
    const row = await seed(randomUUID());
    await remember(row, "QRST.UVWX_7734");
    for (const read of [
      "Code: QRST/UVWX/7734",
      "qrst•uvwx−7734",
      "ＱＲＳＴＵＶＷＸ７７３４",
      "PIN QRST UVWX 7734.",
    ])
      expect(await findOrderOfCode(world.request, { code: read })).toMatchObject({
        orders: [{ externalOrderCode: row.externalOrderCode }],
        isSimilar: false,
      });
  });

  it("says that a code is only similar, and prefers the one that is the same", async () => {
    const [row, other] = [await seed(randomUUID()), await seed(randomUUID())];
    await remember(row, "MNPO-0SB8-WXYZ");
    const mistaken = { code: "MNPO-O5BB-WXYZ" };
    expect(await findOrderOfCode(world.request, mistaken)).toMatchObject({
      orders: [{ externalOrderCode: row.externalOrderCode }],
      isSimilar: true,
    });
    await remember(other, "MNPO-O5BB-WXYZ");
    expect(await findOrderOfCode(world.request, mistaken)).toMatchObject({
      orders: [{ externalOrderCode: other.externalOrderCode }],
      isSimilar: false,
    });
  });

  it("says that digits were lost in a spreadsheet, unless that is the code", async () => {
    const code = "2.86886E+18";
    expect(await findOrderOfCode(world.request, { code })).toMatchObject({ orders: [], hasLostDigits: true });
    const row = await seed(randomUUID());
    await remember(row, code);
    expect(await findOrderOfCode(world.request, { code })).toMatchObject({
      orders: [{ externalOrderCode: row.externalOrderCode }],
      hasLostDigits: false,
    });
    expect(await codesOf("00123")).toEqual([]);
    await remember(row, "0012377", { serialNumber: "12377" });
    expect(await codesOf("012377")).toEqual([]);
  });

  it("is recorded with the order, or as not found, before it is answered, and never with the code", async () => {
    const row = await seed(randomUUID());
    const pin = `CANARY${randomUUID()}`;
    await remember(row, pin);
    await codesOf(pin);
    await codesOf(`nobody ${pin}`);
    const records = (
      await world.program.db.select().from(auditRecords).where(eq(auditRecords.action, "codes.searched"))
    ).slice(-2);
    expect(records.map(({ orderRow, details }) => [orderRow, details])).toEqual([
      [row.id, { found: true }],
      [null, { found: false }],
    ]);
    const failing = world.program.db.transaction(async (tx) => {
      await tx.execute(
        "alter table audit_records add constraint nothing check (action <> 'codes.searched') not valid",
      );
      await findOrderOfCode({ ...world.request, db: tx }, { code: pin });
    });
    await expect(failing).rejects.toThrow();
  });

  it("refuses what is too short to be one, without repeating it", async () => {
    await expect(findOrderOfCode(world.request, { code: " x-7 " })).rejects.toMatchObject({
      kind: "validation",
      message: expect.not.stringContaining("x-7"),
    });
  });

  it("lets nobody try codes one after the other", async () => {
    const now = world.now();
    // A clock that stands still: the share would grow while a slow machine works.
    const tried = { ...world.request, sessionId: randomUUID(), clock: { now: () => now } };
    const guess = () => findOrderOfCode(tried, { code: randomUUID() });
    for (let count = 0; count < 30; count += 1) await guess();
    await expect(guess()).rejects.toMatchObject({ kind: "too-many" });
  });
});
