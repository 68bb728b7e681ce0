import "server-only";
import type { Actor, MemberRequest, Program } from "./context.ts";

/** The operator, who uses the commands on the machine itself (`npm run member`): not a member, so the audit log names nobody. */
export const OPERATOR = { id: null } as const;

/** What the verbs of the team work with: a member's request, or the operator's. */
export type TeamRequest = Program &
  Pick<MemberRequest, "sessionId" | "answerHeaders"> & { actor: Pick<Actor, "id"> | typeof OPERATOR };

/** A request of the operator, who may manage the team without being a member. */
export function operatorRequest(program: Program): TeamRequest {
  return { ...program, actor: OPERATOR };
}
