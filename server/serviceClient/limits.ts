import "server-only";
import { MINUTE } from "#lib/time/instant.ts";

/** How long one exchange with the service may take, and how large its answer may be. Times in milliseconds. */
export type TransportLimits = {
  /** DNS, TCP and TLS together. */
  connectMs: number;
  /** From the last byte sent to the end of the answer's headers. */
  headersMs: number;
  /** The longest pause between two chunks of the body. */
  bodyMs: number;
  /** Everything together, including the wait for a free connection. A lease is shorter, and renewed meanwhile (underLease). */
  totalMs: number;
  /** The size of the body as sent, compressed or not. */
  wireBytes: number;
  /** The size of the body once decompressed. */
  decodedBytes: number;
  headerBytes: number;
  /** How many concurrent connections orders may use; everything else may use half as many (bulkhead). */
  connections: number;
};

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_LIMITS: TransportLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  bodyMs: 15_000,
  totalMs: MINUTE,
  // An order of 100,000 codes is about 15 MB.
  wireBytes: 32 * MEBIBYTE,
  decodedBytes: 32 * MEBIBYTE,
  headerBytes: 32 * 1024,
  connections: 32,
};
