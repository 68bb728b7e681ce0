import { describe, expect, it } from "vitest";
import { asToken, tokenOfActor } from "./actingToken.ts";

describe("what is done for a call that came with a token", () => {
  it("names the token if its member did it, and nowhere else", async () => {
    const told = await asToken({ name: "Web shop", memberId: "m-1" }, async () => {
      await Promise.resolve();
      return [tokenOfActor("m-1"), tokenOfActor("m-2"), tokenOfActor(null), tokenOfActor(undefined)];
    });
    expect(told).toEqual(["Web shop", null, null, null]);
    expect(tokenOfActor("m-1")).toBeNull();
  });
});
