import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { encoded } from "./textFiles.ts";
import { zipFile } from "./zipFile.ts";

const AT = new Date("2026-11-26T12:00:00Z");

async function* endless(): AsyncGenerator<Uint8Array, void, void> {
  yield new Uint8Array(8);
  await new Promise<never>(() => undefined);
}

describe("an archive", () => {
  it("is written while more than the machine's cores of others are not read to their end", async () => {
    const others = Array.from({ length: availableParallelism() + 1 }, () =>
      zipFile([{ name: "stalled.csv", content: endless() }], AT),
    );
    for (const other of others) await other.next();
    let bytes = 0;
    const content = encoded(["pin", "PIN-1"]);
    for await (const piece of zipFile([{ name: "codes.csv", content }], AT)) bytes += piece.length;
    expect(bytes).toBeGreaterThan(100);
  });
});
