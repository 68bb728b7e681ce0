import "server-only";
import { createHash } from "node:crypto";

/** An audit record as the chain hashes it: every column as text, instants in epoch milliseconds. */
export type SealedRecord = {
  id: string;
  at: string | null;
  environment: string | null;
  actorId: string | null;
  action: string | null;
  orderRow: string | null;
  memberId: string | null;
  fromState: string | null;
  toState: string | null;
  /** As PostgreSQL writes the jsonb: one text for one value. */
  details: string | null;
  token: string | null;
};

/** The position of a record in the chain; `previous` is the hash before it in hex, empty for the first. */
export type SealPlace = { sequence: string; previous: string; sealedAt: string };

/**
 * The hash of a seal, in hex. The database computes it in `seal_audit` (see the migrations); this is a second implementation, so
 * that verifying does not rely on the database.
 */
export function sealHash(place: SealPlace, record: SealedRecord): string {
  const parts = [
    place.sequence,
    place.previous,
    place.sealedAt,
    record.id,
    record.at,
    record.environment,
    record.actorId,
    record.action,
    record.orderRow,
    record.memberId,
    record.fromState,
    record.toState,
    record.details,
    record.token,
  ];
  return createHash("sha256").update(parts.map(netstring).join("")).digest("hex");
}

/** A text preceded by its length in bytes, so that no two lists of texts give the same result. */
function netstring(text: string | null): string {
  return text === null ? "-" : `${Buffer.byteLength(text)}:${text}`;
}
