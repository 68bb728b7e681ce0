import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { slowRead } from "./slowRead.ts";

const member = (signal?: AbortSignal) => ({
  actor: { id: randomUUID(), name: "Vera", email: "vera@partner.example", role: "viewer" },
  signal,
});

/** Reads that are made, and end when the test says so. */
function reads() {
  const made: { name: string; end: () => void; fail: () => void }[] = [];
  const read = (name: string) => () =>
    new Promise<string>((resolve, reject) =>
      made.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) }),
    );
  return { made, read, names: () => made.map(({ name }) => name) };
}

const turn = () => new Promise(setImmediate);

describe("slow reads", () => {
  it("of one member are made two at a time, in their order, those of others beside them", async () => {
    const { made, read, names } = reads();
    const vera = member();
    const all = ["a", "b", "c", "d"].map((name) => slowRead(vera, read(name)).catch(() => `${name} failed`));
    void slowRead(member(), read("other"));
    await turn();
    expect(names()).toEqual(["a", "b", "other"]);
    made[0]?.fail();
    made[1]?.end();
    await turn();
    expect(names()).toEqual(["a", "b", "other", "c", "d"]);
    for (const { end } of made) end();
    expect(await Promise.all(all)).toEqual(["a failed", "b", "c", "d"]);
    const again = slowRead(vera, read("again"));
    await turn();
    made.at(-1)?.end();
    expect(await again).toBe("again");
  });

  it("are not made for a client that has left while it waited", async () => {
    const { made, read, names } = reads();
    const left = new AbortController();
    const vera = member(left.signal);
    const all = ["a", "b", "c"].map((name) => slowRead(vera, read(name)).catch(() => "left"));
    await turn();
    left.abort();
    for (const { end } of made) end();
    expect(await Promise.all(all)).toEqual(["a", "b", "left"]);
    expect(names()).toEqual(["a", "b"]);
  });

  it("are refused once twenty of the member wait", async () => {
    const { made, read } = reads();
    const vera = member();
    const all = Array.from({ length: 22 }, (_, n) => slowRead(vera, read(String(n))));
    await expect(slowRead(vera, read("one more"))).rejects.toMatchObject({ kind: "too-many" });
    const done = Promise.all(all);
    for (let ended = 0; ended < 22;) {
      await turn();
      for (; ended < made.length; ended += 1) made[ended]?.end();
    }
    expect((await done).length).toBe(22);
  });
});
