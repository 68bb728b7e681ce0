import "server-only";
import { and, gt, isNotNull } from "drizzle-orm";
import { MINUTE } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { sessions } from "#server/db/schema/members.ts";
import { KNOWN_ADDRESS_MS } from "./limits.ts";

/** How old the list may be: sign-ins on other instances appear with this delay. */
const REFRESH_MS = MINUTE;
const MOST_ADDRESSES = 10_000;

type KnownAddresses = { groups: Set<string>; readAt: number; reading: Promise<void> | null };

function known(): KnownAddresses {
  return processSingleton("knownAddresses", () => ({ groups: new Set(), readAt: 0, reading: null }));
}

/**
 * Whether members have recently signed in from this group of addresses. Answers from memory, because it is asked before any other
 * work, when a flood of strangers must not reach the database.
 */
export function isKnownAddress(program: Program, group: string): boolean {
  const addresses = known();
  if (program.clock.now() - addresses.readAt >= REFRESH_MS) void refreshKnownAddresses(program);
  return addresses.groups.has(group);
}

/** Notes that a member has just signed in from here. */
export function noteKnownAddress(group: string): void {
  known().groups.add(group);
}

/** Reads the addresses again, one read at a time. While the database cannot be read, the known ones stay. */
export function refreshKnownAddresses(program: Program): Promise<void> {
  const addresses = known();
  addresses.reading ??= replaceAddresses(program, addresses);
  return addresses.reading;
}

async function replaceAddresses(program: Program, addresses: KnownAddresses): Promise<void> {
  try {
    addresses.groups = await readAddresses(program);
  } catch (error) {
    program.log.warn({ error }, "The known addresses could not be read");
  }
  addresses.readAt = program.clock.now();
  addresses.reading = null;
}

async function readAddresses({ db, clock }: Program): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .where(and(isNotNull(sessions.address), gt(sessions.createdAt, clock.now() - KNOWN_ADDRESS_MS)))
    .limit(MOST_ADDRESSES);
  return new Set(rows.flatMap(({ address }) => address ?? []));
}
