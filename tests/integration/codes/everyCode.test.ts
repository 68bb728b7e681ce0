import * as fc from "fast-check";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { shownCell } from "#lib/files/shownCell.testing.ts";
import { openWorkbook } from "#lib/orders/import/workbook/openWorkbook.ts";
import { DASHBOARD_HOST, type Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";
import { unzipped } from "./unzipped.ts";

let world: CodesWorld;
let buyer: Member;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
});
afterAll(() => world.close());

/** What a program calculates with, splits at, trims, normalises or escapes. */
const AWKWARD = Array.from(
  "=+-@\"'`,;|\t\r\n \\/_:.#%&<>{}[]()0123456789eExXaZ\u00a0\u0007\u200b\u0301é١码\u{1f600}",
);
/** Codes of every shape, each told apart from what only says that there is no code by the letters in its middle. */
const shapes = fc
  .tuple(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...AWKWARD), maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("00123", "1E10", "MAR10", "1/2", "12:30", "TRUE", "=1+1", "x;=1", "  ", "\r\n"),
    ),
    fc.string({ unit: fc.constantFrom(...AWKWARD), maxLength: 20 }),
  )
  .map(([before, after]) => `${before}QZ${after}`)
  .filter((text) => text.isWellFormed() && !/^\s*[[{]/.test(text));
const codes = [...new Set(fc.sample(shapes, { seed: 40, numRuns: 400 }))].slice(0, 200);

async function exported(reference: string, body: object): Promise<Response> {
  const http = new Request(`http://${DASHBOARD_HOST}/api/orders/x/export`, {
    method: "POST",
    headers: {
      host: DASHBOARD_HOST,
      cookie: await world.stack.signIn(buyer),
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return exportRoute(http, { params: Promise.resolve({ reference }) });
}

async function delivered(pins: readonly string[]): Promise<string> {
  const products = pins.map((pin) => ({ pin }));
  return world.deliveredOrder(await world.stack.signIn(buyer), products);
}

const bytes = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => Buffer.from(text ?? "", "utf8"));

/** The codes in a file, as a program that reads this format gets them. */
async function codesIn(format: string, file: Buffer, separator = ","): Promise<(string | undefined)[]> {
  if (format === "csv") {
    const options = { delimiter: separator, newline: "\r\n" } as const;
    const rows = Papa.parse<string[]>(file.toString("utf8"), options).data.slice(1, 201);
    return rows.map((cells) => shownCell(cells[5] ?? ""));
  }
  if (format === "xlsx") {
    const { rows } = await (await openWorkbook(new Uint8Array(file))).readSheet(0);
    return rows.slice(1).map(({ cells }) => cells[5]);
  }
  return jsonSchema.parse(JSON.parse(file.toString("utf8"))).codes.map(({ fields }) => fields.pin);
}

const jsonSchema = z.object({ codes: z.array(z.object({ fields: z.object({ pin: z.string() }) })) });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("every code of 200 random shapes", () => {
  it("survives every export byte by byte", async () => {
    expect(codes).toHaveLength(200);
    const reference = await delivered(codes);
    for (const separator of [",", ";"]) {
      const file = await bytesOf(await exported(reference, { format: "csv", separator }));
      expect(bytes(await codesIn("csv", file, separator))).toEqual(bytes(codes));
    }
    for (const format of ["xlsx", "json", "print"]) {
      const file = await bytesOf(await exported(reference, { format }));
      expect(bytes(await codesIn(format, file))).toEqual(bytes(codes));
    }
  });

  it("survives every export in an encrypted archive byte by byte", async () => {
    const reference = await delivered(codes);
    const passphrase = "correct horse battery staple";
    for (const format of ["csv", "xlsx", "json"]) {
      const answer = await exported(reference, { format, separator: ",", passphrase });
      const [file, ...others] = await unzipped(await bytesOf(answer), passphrase);
      expect([others.length, file?.encryption, file?.name.endsWith(`.${format}`)]).toEqual([0, 3, true]);
      expect(bytes(await codesIn(format, file?.bytes ?? Buffer.alloc(0)))).toEqual(bytes(codes));
    }
  });

  it("with half a character is exact as JSON, and named where the format can't hold it", async () => {
    const reference = await delivered(["WHOLE-1", "HALF-\ud83d-2"]);
    for (const format of ["csv", "xlsx"]) {
      const refused = await exported(reference, { format });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        detail: expect.stringMatching(/^Code 2 .*Export as JSON/),
      });
      expect((await exported(reference, { format, take: 1 })).status).toBe(200);
    }
    expect(await (await exported(reference, { format: "json" })).text()).toContain("HALF-\\ud83d-2");
  });
});
