import "server-only";
import { headers } from "next/headers";
import { getAuthSettings } from "#server/auth/settings.ts";
import { getProgram } from "#server/context/runningProgram.ts";
import { findHalfSession } from "./halfSession.ts";
import { memberFactors, type MemberFactors } from "#server/auth/sessions/memberFactors.ts";

/** The second factors of the member whose sign-in waits for one on this page, or null. */
export async function readHalfSession(): Promise<MemberFactors | null> {
  const program = getProgram();
  const half = await findHalfSession(program, await headers(), getAuthSettings());
  return half === null ? null : memberFactors(program.db, half.memberId);
}
