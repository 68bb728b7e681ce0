/** The content type of a file in frames. */
export const FRAMED_TYPE = "application/x-codedesk-frames";

const HEAD_BYTES = 8;

/**
 * A piece of an exported file, preceded by eight bytes: how many codes have been written so far, and the length of the piece. The
 * last frame has no piece: without it, a file is incomplete even if the connection ended normally.
 */
export function frameOf(codes: number, piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(HEAD_BYTES + piece.length);
  const head = new DataView(frame.buffer);
  head.setUint32(0, codes);
  head.setUint32(4, piece.length);
  frame.set(piece, HEAD_BYTES);
  return frame;
}

export function lastFrame(codes: number): Uint8Array<ArrayBuffer> {
  return frameOf(codes, new Uint8Array());
}

export type FrameReader = {
  /** Takes the next bytes, wherever they were cut; returns the parts of the file in them. */
  read: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>[];
  /** How many codes are in what was read so far. */
  codes: () => number;
  /** True once the last frame was read. */
  isComplete: () => boolean;
};

/** Extracts a file from its frames without keeping it in memory. */
export function createFrameReader(): FrameReader {
  const head = new Uint8Array(HEAD_BYTES);
  let headBytes = 0;
  let rest = 0;
  let codes = 0;
  let complete = false;
  function readHead(bytes: Uint8Array): number {
    const taken = bytes.subarray(0, HEAD_BYTES - headBytes);
    head.set(taken, headBytes);
    headBytes += taken.length;
    if (headBytes === HEAD_BYTES) {
      const view = new DataView(head.buffer);
      codes = view.getUint32(0);
      rest = view.getUint32(4);
      complete = rest === 0;
      headBytes = 0;
    }
    return taken.length;
  }
  return {
    read: (bytes) => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length;) {
        if (rest === 0) {
          at += readHead(bytes.subarray(at));
          continue;
        }
        const piece = new Uint8Array(bytes.subarray(at, at + rest));
        pieces.push(piece);
        rest -= piece.length;
        at += piece.length;
      }
      return pieces;
    },
    codes: () => codes,
    isComplete: () => complete,
  };
}
