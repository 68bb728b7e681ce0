import { describe, expect, it } from "vitest";
import { createFrameReader, frameOf, lastFrame } from "./exportFrames.ts";

const text = (pieces: readonly Uint8Array[]) =>
  pieces.map((piece) => new TextDecoder().decode(piece)).join("");
const bytesOf = (given: string) => new TextEncoder().encode(given);

describe("a file in frames", () => {
  const frames = [frameOf(2, bytesOf("one,two\n")), frameOf(3, bytesOf("three\n")), lastFrame(3)];
  const whole = new Uint8Array(frames.flatMap((frame) => [...frame]));

  it("is the same file, wherever the connection cuts it", () => {
    for (let size = 1; size <= whole.length; size += 1) {
      const reader = createFrameReader();
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < whole.length; at += size)
        pieces.push(...reader.read(whole.subarray(at, at + size)));
      expect([text(pieces), reader.codes(), reader.isComplete()]).toEqual(["one,two\nthree\n", 3, true]);
    }
  });

  it("says how many codes were written at each piece", () => {
    const reader = createFrameReader();
    const counts = frames.map((frame) => {
      reader.read(frame);
      return reader.codes();
    });
    expect(counts).toEqual([2, 3, 3]);
  });

  it("is incomplete without its last frame, wherever it ends", () => {
    for (let end = 0; end < whole.length; end += 1) {
      const reader = createFrameReader();
      reader.read(whole.subarray(0, end));
      expect(reader.isComplete()).toBe(false);
    }
  });
});
