import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUT as rulesRoute } from "#app/api/codes/settings/route.ts";
import { GET as listRoute, POST as requestRoute } from "#app/api/codes/releases/route.ts";
import { POST as decideRoute } from "#app/api/codes/releases/[releaseId]/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { releasesSchema } from "#lib/contracts/codes/exportCodes.ts";
import { openWorkbook } from "#lib/orders/import/workbook/openWorkbook.ts";
import { shownCell } from "#lib/files/shownCell.testing.ts";
import { createFrameReader } from "#lib/codes/exportFrames.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { interruptExports } from "#server/codes/export/openExports.ts";
import { filesWith, isLogged, tablesWith, temporaryOfOthers } from "#tests/support/findSecret.ts";
import { DASHBOARD_HOST, type Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";
import { unzipped } from "./unzipped.ts";

/** Texts that spreadsheets evaluate, shorten or take for dates, and texts that XML and CSV cannot contain unchanged. */
const HOSTILE = [
  "00123",
  "1234567890123456789012",
  "1E10",
  "MAR12",
  "2024-01-02",
  '=HYPERLINK("http://evil.example","click")',
  "@SUM(A1)",
  "+49 30 1",
  "-1",
  'a"b,c;d',
  "two\r\nlines",
  "two\r\n=1+1",
  "x;=cmd|' /C calc'!A0",
  "a,+1",
  "<b>&amp;</b>",
  "bell\u0007",
  "_x0041_",
  " padded ",
  "Ünïcödé ١٢٣ 码",
];

const DELIVERED = HOSTILE.map((pin, at) => ({ pin, serial: `SN-${String(at).padStart(4, "0")}` }));

let world: CodesWorld;
let buyer: Member;
let cookie: string;
let reference: string;
beforeAll(async () => {
  world = await createCodesWorld({
    REVEAL_BUDGET_PER_MEMBER_HOUR: "40",
    REVEAL_BUDGET_PER_ACCOUNT_HOUR: "400",
  });
  buyer = await world.stack.addMember("buyer", "Bea");
  cookie = await world.stack.signIn(buyer);
  reference = await world.deliveredOrder(cookie, DELIVERED);
  cookie = await world.stack.signIn(buyer);
});
afterAll(() => world.close());

type File = { status: number; headers: Headers; bytes: Buffer };

function download(
  body: object,
  by = cookie,
  of = reference,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const http = new Request(`http://${DASHBOARD_HOST}/api/orders/x/export`, {
    method: "POST",
    headers: { host: DASHBOARD_HOST, cookie: by, "content-type": "application/json" },
    body: JSON.stringify({ take: 1_000, ...body }),
    signal,
  });
  return exportRoute(http, { params: Promise.resolve({ reference: of }) });
}

async function exported(body: object, by = cookie, of = reference): Promise<File> {
  const response = await download(body, by, of);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Moves the clock, so that neither the budget nor the last sign-in interferes. */
async function later(): Promise<void> {
  world.stack.advance(HOUR + MINUTE);
  cookie = await world.stack.signIn(buyer);
}

describe("an export of codes", () => {
  it("has all codes of the order unless it says which", async () => {
    const { status, headers } = await exported({ format: "csv", take: undefined });
    expect([status, headers.get("x-codedesk-codes")]).toEqual([200, String(HOSTILE.length)]);
    await later();
  });

  it("as CSV has every hostile value exactly, and none that a spreadsheet would calculate or mangle", async () => {
    const { status, headers, bytes } = await exported({ format: "csv" });
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="codes-[\w-]+\.csv"$/);
    const text = bytes.toString("utf8");
    expect(text.startsWith("\ufeff")).toBe(true);
    const [head, ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    expect(head?.slice(0, 5).map(shownCell)).toEqual([
      "Number",
      "Product ID",
      "Product",
      "Amount",
      "Currency",
    ]);
    expect(head?.slice(5).map(shownCell)).toEqual(["PIN", "Serial number"]);
    expect(rows.map((cells) => shownCell(cells[5] ?? ""))).toEqual(HOSTILE);
    for (const cells of rows) {
      for (const cell of cells.slice(1))
        expect(cell).not.toMatch(/^(?:[+\-@\t\r]|=(?!(?:&?(?:"(?:[^"]|"")*"|CHAR\(1[03]\)))+$))/s);
      expect(cells[5]).not.toMatch(/^\d+$/);
      expect(shownCell(cells[3] ?? "")).toBe("10.50");
    }
  });

  it("as XLSX has every hostile value as a text cell", async () => {
    const { bytes } = await exported({ format: "xlsx" });
    const workbook = await openWorkbook(new Uint8Array(bytes));
    const { rows } = await workbook.readSheet(0);
    expect(rows[0]?.cells).toEqual([
      "Number",
      "Product ID",
      "Product",
      "Amount",
      "Currency",
      "PIN",
      "Serial number",
    ]);
    expect(rows.slice(1).map(({ cells }) => cells[5])).toEqual(HOSTILE);
    await later();
  });

  it("as JSON has what was chosen, with product and amount", async () => {
    const { bytes, headers } = await exported({ format: "json", skip: 1, take: 2 });
    expect(headers.get("x-codedesk-codes")).toBe("2");
    const { codes } = JSON.parse(bytes.toString("utf8"));
    expect(codes).toMatchObject([
      { number: 2, amount: "10.50", currency: "EUR", fields: { pin: HOSTILE[1], serial: "SN-0001" } },
      { number: 3, fields: { pin: HOSTILE[2] } },
    ]);
  });

  it("in an encrypted archive is AES-256, and opens with the passphrase alone", async () => {
    const passphrase = "correct horse battery staple";
    const { bytes, headers } = await exported({ format: "csv", take: 3, passphrase });
    expect(headers.get("content-type")).toBe("application/zip");
    expect(bytes.toString("latin1")).not.toContain("00123");
    const [file] = await unzipped(bytes, passphrase);
    expect([file?.name.endsWith(".csv"), file?.encryption]).toEqual([true, 3]);
    expect(file?.bytes.toString("utf8")).toContain('"=""00123"""');
    await expect(unzipped(bytes, "another passphrase entirely")).rejects.toThrow(/password/i);
    expect((await exported({ format: "csv", passphrase: "short" })).status).toBe(400);
    expect(world.stack.logged.join("")).not.toContain(passphrase);
  });

  it.each(["csv", "xlsx", "json", "print"])(
    "in frames is the same file, with the number of codes that are in it so far: %s",
    async (format) => {
      await later();
      const whole = await exported({ format, take: 16 });
      const { bytes, headers } = await exported({ format, take: 16, framed: true });
      expect(headers.get("content-type")).toBe("application/x-codedesk-frames");
      const reader = createFrameReader();
      const counts: number[] = [];
      const pieces = Array.from(bytes, (byte) => {
        const read = reader.read(Uint8Array.of(byte));
        if (read.length > 0) counts.push(reader.codes());
        return read;
      }).flat();
      expect([reader.isComplete(), reader.codes()]).toEqual([true, 16]);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      // A workbook begins with files that hold no code.
      expect(counts[0]).toBe(format === "xlsx" ? 0 : 16);
      // The time within a workbook's archive is the one thing that differs.
      if (format !== "xlsx") expect(Buffer.concat(pieces)).toEqual(whole.bytes);
      else
        expect((await unzipped(Buffer.concat(pieces))).map(({ bytes: file }) => file)).toEqual(
          (await unzipped(whole.bytes)).map(({ bytes: file }) => file),
        );
    },
  );

  it("is on record before its first byte, and with count and SHA-256 of exactly these bytes before its last", async () => {
    await later();
    const { bytes } = await exported({ format: "csv", take: 4, reason: "For the branch" });
    const begun = (await world.recorded("codes.exported")).at(-1);
    expect(begun).toMatchObject({
      actorId: buyer.id,
      details: { format: "csv", first: 1, count: 4, encrypted: false, reason: "For the branch" },
    });
    expect((await world.recorded("codes.export-finished")).at(-1)?.details).toEqual({
      format: "csv",
      complete: true,
      rows: 4,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  });

  it("is recorded as incomplete if its client has gone before the first byte", async () => {
    await later();
    const before = (await world.recorded("codes.export-finished")).length;
    const client = new AbortController();
    const { body } = await download({ format: "csv", take: 4 }, cookie, reference, client.signal);
    // Next then neither reads the body nor cancels it.
    client.abort();
    const records = () => world.recorded("codes.export-finished");
    await expect.poll(async () => (await records()).length).toBe(before + 1);
    expect((await records()).at(-1)?.details).toEqual({ format: "csv", complete: false });
    await expect(body?.getReader().read()).rejects.toThrow("aborted");
    expect(await records()).toHaveLength(before + 1);
  });

  it.each([
    ["before its first byte", 0],
    ["after its first byte", 1],
  ])("is recorded as incomplete, once, if the process stops %s, and sends no more", async (_, pieces) => {
    await later();
    const before = (await world.recorded("codes.export-finished")).length;
    const { body } = await download({ format: "xlsx", take: 4 });
    const reader = body?.getReader();
    for (let read = 0; read < pieces; read += 1) await reader?.read();
    await interruptExports();
    const records = await world.recorded("codes.export-finished");
    expect(records).toHaveLength(before + 1);
    expect(records.at(-1)?.details).toEqual({ format: "xlsx", complete: false });
    await expect(reader?.read()).rejects.toThrow("interrupted");
    await interruptExports();
    expect(await world.recorded("codes.export-finished")).toHaveLength(before + 1);
  });

  it("counts in the hour's budget if a part of it may have been sent, and not if none was", async () => {
    await later();
    const counted = async () => (await world.recorded("codes.counted")).map(({ details }) => details);
    const before = (await counted()).length;
    const client = new AbortController();
    for (let round = 0; round < 12; round += 1) {
      // More than the budget together.
      const unread = await download({ format: "xlsx", take: 4 }, cookie, reference, client.signal);
      expect(unread.status).toBe(200);
      await interruptExports();
      await expect(unread.arrayBuffer()).rejects.toThrow("interrupted");
    }
    expect((await counted()).slice(before)).toEqual(
      Array.from({ length: 12 }, () => ({ announced: 4, count: 0 })),
    );
    const begun = await download({ format: "xlsx", take: 4 }, cookie, reference, client.signal);
    const reader = begun.body?.getReader();
    await reader?.read();
    client.abort();
    await interruptExports();
    await reader?.cancel();
    expect(await counted()).toHaveLength(before + 12);
  });

  it("stays recorded as complete if the process stops afterwards", async () => {
    await later();
    await exported({ format: "csv", take: 4 });
    const records = await world.recorded("codes.export-finished");
    await interruptExports();
    expect(await world.recorded("codes.export-finished")).toEqual(records);
  });

  it("does not leave at all if it cannot be recorded", async () => {
    await world.refuseWrites("audit_records");
    const refused = await exported({ format: "csv", take: 4 });
    await world.allowWrites("audit_records");
    expect(refused.status).toBe(500);
    expect(refused.bytes.toString("utf8")).not.toContain("00123");
  });

  it("counts in the hour's budget, and says how many are too many", async () => {
    await later();
    expect((await exported({ format: "json", take: 16 })).status).toBe(200);
    expect((await exported({ format: "json", take: 16 })).status).toBe(200);
    expect((await exported({ format: "json", take: 16 })).status).toBe(429);
  });

  it("needs a recent sign-in and the right to reveal", async () => {
    world.stack.advance(16 * MINUTE);
    expect((await exported({ format: "csv" })).status).toBe(403);
    const support = await world.stack.signIn(await world.stack.addMember("support"));
    expect((await exported({ format: "csv" }, support)).status).toBe(403);
  });
});

describe("a large export", () => {
  const rules = async (releaseOver: number | null) => {
    const body = { reasonRequired: false, releaseOver };
    let status = 0;
    // Loosening takes two administrators.
    for (let admins = 0; admins < 2 && status !== 200; admins += 1) {
      const admin = await world.stack.signIn(await world.stack.addMember("admin"));
      ({ status } = await world.stack.call(rulesRoute, { method: "PUT", cookie: admin, body }));
    }
    expect(status).toBe(200);
  };
  const ask = (take: number) =>
    world.stack.call(requestRoute, { method: "POST", cookie, body: { reference, take, reason: "Monthly" } });
  const decide = (by: string, releaseId: string, decision: string) =>
    world.stack.call(decideRoute, { method: "POST", cookie: by, params: { releaseId }, body: { decision } });
  const listed = async (by = cookie) =>
    releasesSchema.parse((await world.stack.call(listRoute, { cookie: by })).json).items;

  it("waits for the release of another member with the right, and nobody releases their own", async () => {
    world.stack.advance(25 * HOUR);
    cookie = await world.stack.signIn(buyer);
    await rules(5);
    expect((await exported({ format: "csv", take: 3 })).status).toBe(200);
    // Two small exports count like one large export.
    const refused = await exported({ format: "csv", skip: 3, take: 3 });
    expect([refused.status, JSON.parse(refused.bytes.toString()).type]).toEqual([403, "release-required"]);
    expect((await ask(10)).status).toBe(200);
    expect((await ask(10)).status).toBe(200);
    const [request, ...others] = await listed();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      reference,
      isOwn: true,
      first: 1,
      count: 10,
      state: "requested",
      reason: "Monthly",
    });
    const id = request?.id ?? "";
    expect((await decide(cookie, id, "release")).status).toBe(403);
    expect((await exported({ format: "csv", take: 10 })).status).toBe(403);
    const support = await world.stack.signIn(await world.stack.addMember("support"));
    expect((await decide(support, id, "release")).status).toBe(403);

    const second = await world.stack.signIn(await world.stack.addMember("buyer", "Ben"));
    expect(await listed(second)).toMatchObject([{ id, isOwn: false, requestedBy: "Bea" }]);
    const decisions = await Promise.all([decide(second, id, "refuse"), decide(second, id, "refuse")]);
    expect(new Set(decisions.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const third = await world.stack.signIn(await world.stack.addMember("buyer", "Cem"));
    const late = [await decide(second, id, "release"), await decide(third, id, "release")];
    expect(late.map(({ json }) => json)).toMatchObject([
      { type: "conflict", detail: "You have already refused this export. Nothing was changed." },
      { type: "conflict", detail: "Ben has already refused this export. Nothing was changed." },
    ]);
  });

  it("leaves once it is released: these codes, to this member, as one file", async () => {
    const second = await world.stack.signIn(await world.stack.addMember("buyer", "Ben"));
    await ask(8);
    const id = (await listed()).find(({ state, count }) => state === "requested" && count === 8)?.id ?? "";
    expect((await decide(second, id, "release")).status).toBe(200);
    expect((await exported({ format: "csv", take: 9, skip: 2 })).status).toBe(403);
    expect((await exported({ format: "csv", take: 8 }, second)).status).toBe(403);
    const downloads = [
      await download({ format: "csv", take: 8 }),
      await download({ format: "csv", take: 8 }),
      await download({ format: "xlsx", take: 8 }),
    ];
    expect(downloads.map(({ status }) => status)).toEqual([200, 200, 200]);
    const files = await Promise.allSettled(downloads.map((each) => each.arrayBuffer()));
    expect(files.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await exported({ format: "csv", take: 8 })).status).toBe(403);
    expect((await world.recorded("codes.exported")).at(-1)?.details).toMatchObject({ release: id, count: 8 });
    expect(await world.recorded("codes.release-granted")).not.toEqual([]);
    expect((await world.recorded("codes.release-requested")).length).toBe(2);
  });

  it("does not leave once it is refused, or a day after it was released", async () => {
    const second = await world.stack.signIn(await world.stack.addMember("admin", "Ada"));
    await ask(7);
    const find = async () => (await listed()).find(({ count }) => count === 7);
    expect((await decide(second, (await find())?.id ?? "", "refuse")).status).toBe(200);
    expect((await exported({ format: "csv", take: 7 })).status).toBe(403);
    expect(await find()).toMatchObject({ state: "refused", decidedBy: "Ada" });
    await ask(6);
    const id = (await listed()).find(({ count }) => count === 6)?.id ?? "";
    expect((await decide(second, id, "release")).status).toBe(200);
    world.stack.advance(25 * HOUR);
    cookie = await world.stack.signIn(buyer);
    expect((await exported({ format: "csv", take: 6 })).status).toBe(403);
    await rules(null);
    expect((await exported({ format: "csv", take: 6 })).status).toBe(200);
  });
});

describe("an export of more codes than the budget of an hour", () => {
  it("leaves once another member has released it, and leaves the budget as it was", async () => {
    world.stack.advance(25 * HOUR);
    cookie = await world.stack.signIn(buyer);
    const products = Array.from({ length: 45 }, (_, at) => ({ pin: `MANY-${at}-${"x".repeat(at % 7)}` }));
    const large = await world.deliveredOrder(cookie, products);
    cookie = await world.stack.signIn(buyer);
    const refused = await exported({ format: "csv" }, cookie, large);
    expect([refused.status, JSON.parse(refused.bytes.toString()).type]).toEqual([403, "release-required"]);
    expect(refused.bytes.toString()).toContain("40 codes an hour, and these are 45");
    const ask = { method: "POST", cookie, body: { reference: large, take: 1_000, reason: "Monthly" } };
    await world.stack.call(requestRoute, ask);
    const second = await world.stack.signIn(await world.stack.addMember("buyer", "Ben"));
    const list = await world.stack.call(listRoute, { cookie: second });
    const id = releasesSchema.parse(list.json).items.find(({ count }) => count === 45)?.id ?? "";
    const params = { releaseId: id };
    await world.stack.call(decideRoute, {
      method: "POST",
      cookie: second,
      params,
      body: { decision: "release" },
    });
    expect((await exported({ format: "csv" }, cookie, large)).status).toBe(200);
    expect((await exported({ format: "csv" }, cookie, large)).status).toBe(403);
    await world.answerWith(DELIVERED);
    // 32 of the hour's 40 are still there.
    expect((await exported({ format: "csv", take: 16 })).status).toBe(200);
    expect((await exported({ format: "csv", take: 16 })).status).toBe(200);
    expect((await exported({ format: "csv", take: 16 })).status).toBe(429);
  });
});

describe("what was revealed and exported", () => {
  it("is afterwards in no table, no log line and no temporary file, in whatever form", async () => {
    const since = Date.now();
    world.stack.advance(25 * HOUR);
    cookie = await world.stack.signIn(buyer);
    const secrets = ["CANARY-7Q2M-9ZXW-K4TR", "canary/pin=ÄÖÜ+58213940"];
    const passphrase = "canary-passphrase-k3mfa-7yq2s";
    const products = secrets.map((pin, at) => ({ pin, serial: `SERIAL-${at}` }));
    const canary = await world.deliveredOrder(cookie, products, "pins-as-strings");
    cookie = await world.stack.signIn(buyer);
    const params = { reference: canary };
    const shown = await world.stack.call(revealRoute, {
      method: "POST",
      cookie,
      params,
      body: { reason: "Scan" },
    });
    expect(shown.json.items).toMatchObject([
      { fields: { pin: secrets[0] } },
      { fields: { pin: secrets[1] } },
    ]);
    for (const format of ["csv", "xlsx", "json", "print"]) {
      for (const secret of [{}, { passphrase }])
        expect((await exported({ format, ...secret }, cookie, canary)).status).toBe(200);
    }
    const { pool } = world.stack.database;
    expect(await tablesWith(pool, [...secrets, passphrase])).toEqual([]);
    expect(isLogged(world.stack.logged, [...secrets, passphrase])).toBe(false);
    const temporary = { since, except: temporaryOfOthers() };
    expect(filesWith([tmpdir()], [...secrets, passphrase], temporary)).toEqual([]);
    // The search finds text that is there.
    expect(await tablesWith(pool, [canary])).toContain("orders");
  });
});
