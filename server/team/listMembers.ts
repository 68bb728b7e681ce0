import "server-only";
import type { TeamView } from "#lib/contracts/team/team.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { authoriseTeamRead } from "#server/context/teamAuthority.ts";
import { readMemberViews } from "./memberView.ts";

/**
 * Lists all members by name, including disabled ones, with when each was last active and their second factors; and whether mail is sent.
 * @throws AppError `forbidden`.
 */
export async function listMembers(request: TeamRequest): Promise<TeamView> {
  await authoriseTeamRead(request);
  return { members: await readMemberViews(request.db), sendsMail: request.mailer !== undefined };
}
