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

/** The place of a record in the chain; `previous` is the hash before in hex, empty for the first. */
export type SealPlace = { sequence: string; previous: string; sealedAt: string };

/**
 * The hash of a seal, in hex. The database makes it with `seal_audit` (see the migrations); this is the same once more, so that
 * verifying does not ask the database whether it is right.
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

/** A text with its length in bytes before it, so that no two lists of texts read the same. */
function netstring(text: string | null): string {
  return text === null ? "-" : `${Buffer.byteLength(text)}:${text}`;
}
