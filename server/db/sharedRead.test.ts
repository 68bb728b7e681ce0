import { setImmediate as endOfTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Database } from "./connect.ts";
import { sharedRead } from "./sharedRead.ts";

type Asked = { key: string; answer: (text: string) => void; fail: (error: Error) => void };

// A shared read only passes the database on.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const database = () => ({}) as Database;

/** A shared read whose statements are answered by the test. */
function scripted() {
  const asked: Asked[] = [];
  const read = sharedRead(
    ({ key }: { key: string }) => key,
    (_, { key }) =>
      new Promise<string>((answer, fail) => {
        asked.push({ key, answer, fail });
      }),
  );
  return { asked, read };
}

/** Lets everything continue that waits for an answer, or for the end of a turn. */
async function settled(): Promise<void> {
  await endOfTurn();
  await endOfTurn();
}

describe("a shared read", () => {
  it("never answers with a read that had begun before the question", async () => {
    const db = database();
    const { asked, read } = scripted();
    const early = read(db, { key: "a" });
    await settled();
    const late = read(db, { key: "a" });
    asked[0]?.answer("as it was");
    await expect(early).resolves.toBe("as it was");
    await settled();
    asked[1]?.answer("as it is");
    await expect(late).resolves.toBe("as it is");
  });

  it("reads once for all who ask in the same turn", async () => {
    const db = database();
    const { asked, read } = scripted();
    const answers = [read(db, { key: "a" }), read(db, { key: "a" }), read(db, { key: "a" })];
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.answer("1");
    expect(await Promise.all(answers)).toEqual(["1", "1", "1"]);
  });

  it("reads once for all who came while another read was under way, and never twice at a time", async () => {
    const db = database();
    const { asked, read } = scripted();
    const first = read(db, { key: "a" });
    await settled();
    const others = [read(db, { key: "a" }), read(db, { key: "a" })];
    await settled();
    others.push(read(db, { key: "a" }));
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.answer("1");
    await first;
    await settled();
    expect(asked).toHaveLength(2);
    const latest = read(db, { key: "a" });
    asked[1]?.answer("2");
    expect(await Promise.all(others)).toEqual(["2", "2", "2"]);
    await settled();
    asked[2]?.answer("3");
    expect(await latest).toBe("3");
    await settled();
    void read(db, { key: "a" });
    await settled();
    expect(asked).toHaveLength(4);
  });

  it("keeps questions and databases apart", async () => {
    const { asked, read } = scripted();
    const db = database();
    void read(db, { key: "a" });
    void read(db, { key: "b" });
    void read(database(), { key: "a" });
    await settled();
    expect(asked.map(({ key }) => key)).toEqual(["a", "b", "a"]);
  });

  it("fails only for those who shared the failed read", async () => {
    const db = database();
    const { asked, read } = scripted();
    const first = read(db, { key: "a" });
    await settled();
    const next = read(db, { key: "a" });
    asked[0]?.fail(new Error("the database is away"));
    await expect(first).rejects.toThrow("the database is away");
    await settled();
    asked[1]?.answer("back");
    await expect(next).resolves.toBe("back");
    await settled();
    void read(db, { key: "a" });
    await settled();
    expect(asked).toHaveLength(3);
  });
});
