import "server-only";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

export type BodyLimits = { wireBytes: number; decodedBytes: number };
type Decoder = ReturnType<typeof createGunzip>;

/**
 * Collects a body piece by piece, decompressing on the way, and stops at the first byte too many: a small answer
 * that unpacks to gigabytes never does. `result` rejects with an Error whose message may be shown.
 */
export class BoundedBody {
  readonly result: Promise<Buffer>;
  readonly #limits: BodyLimits;
  readonly #decoder: Decoder | null;
  readonly #pieces: Buffer[] = [];
  #wireBytes = 0;
  #decodedBytes = 0;
  #settled = false;
  #resolve: (body: Buffer) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** @throws Error when the encoding is not one we asked for. */
  constructor(contentEncoding: string, limits: BodyLimits) {
    this.#limits = limits;
    this.#decoder = decoderFor(contentEncoding);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The caller may have given up before it looks at the result.
    this.result.catch(() => {});
    this.#decoder?.on("data", (piece: Buffer) => this.#keep(piece));
    this.#decoder?.on("end", () => this.#finish());
    this.#decoder?.on("error", () => this.fail("the compressed body is broken or cut short"));
  }

  /** Answers false when the sender should pause until `resume` is called. */
  push(piece: Buffer, resume: () => void): boolean {
    if (this.#settled) return true;
    this.#wireBytes += piece.length;
    if (this.#wireBytes > this.#limits.wireBytes) {
      this.fail(`the body is larger than ${this.#limits.wireBytes} bytes`);
      return true;
    }
    if (this.#decoder === null) {
      this.#keep(piece);
      return true;
    }
    const roomLeft = this.#decoder.write(piece);
    if (!roomLeft) this.#decoder.once("drain", resume);
    return roomLeft;
  }

  end(): void {
    if (this.#decoder === null || this.#wireBytes === 0) this.#finish();
    else if (!this.#settled) this.#decoder.end();
  }

  fail(reason: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#pieces.length = 0;
    this.#decoder?.destroy();
    this.#reject(new Error(reason));
  }

  #keep(piece: Buffer): void {
    if (this.#settled) return;
    this.#decodedBytes += piece.length;
    if (this.#decodedBytes > this.#limits.decodedBytes) {
      this.fail(`the body is larger than ${this.#limits.decodedBytes} bytes once decompressed`);
    } else {
      this.#pieces.push(piece);
    }
  }

  #finish(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#resolve(Buffer.concat(this.#pieces));
    this.#decoder?.destroy();
  }
}

/** What the transport asks for and can read. */
export const ACCEPTED_ENCODINGS = "gzip, br";

function decoderFor(contentEncoding: string): Decoder | null {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return null;
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "deflate") return createInflate();
  if (encoding === "br") return createBrotliDecompress();
  throw new Error("the body is compressed in a way that was not asked for");
}
