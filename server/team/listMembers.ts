import "server-only";
import type { TeamView } from "#lib/contracts/team.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { authoriseTeamRead } from "./authorise.ts";
import { readMemberViews } from "./memberView.ts";

/**
 * Lists all members by name, the disabled ones too, with when each was last active and which second factors they have.
 * @throws AppError `forbidden`.
 */
export async function listMembers(request: TeamRequest): Promise<TeamView> {
  await authoriseTeamRead(request);
  return { members: await readMemberViews(request.db) };
}
