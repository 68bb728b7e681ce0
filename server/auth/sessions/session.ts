import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Viewer } from "#lib/contracts/team/member.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { permits } from "#lib/members/roles.ts";
import { paths } from "#lib/paths.ts";
import { chooseRegion } from "#server/context/currentRegion.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { getProgram } from "#server/context/runningProgram.ts";
import { environmentOfPage } from "#server/auth/environment.ts";
import { isLocked, openEnvironments } from "#server/context/openEnvironments.ts";
import { actorIn, findSession } from "./findSession.ts";
import { PATH_HEADER, safeNext } from "#lib/nextPath.ts";
import { getAuthSettings } from "#server/auth/settings.ts";

/** The member that a page is for, and what its verbs work with. */
export type Visit = {
  viewer: Viewer;
  environment: Environment;
  /** All environments that the member may use; with only one, there is nothing to switch. */
  environments: Environment[];
  request: MemberRequest;
  /** Switching to production requires the member to confirm that it's them. */
  isProductionLocked: boolean;
  /** Signed in with a one-time password: the member has to choose another before anything else. */
  mustChangePassword: boolean;
  /** Has to add a second factor before anything else. */
  mustAddSecondFactor: boolean;
};

/** The signed-in member of this page, or null. Read once for each request, however many layouts and pages ask. */
export const readViewer = cache(findViewer);

async function findViewer(): Promise<Visit | null> {
  const program = getProgram();
  const sent = await headers();
  const session = await findSession(program, sent, getAuthSettings());
  if (session === null) return null;
  chooseRegion(session.region);
  const environments = openEnvironments(program, session.customGrants);
  const environment = environmentOfPage(
    sent,
    program,
    environments.filter((each) => !isLocked(program, session, each)),
  );
  const actor = actorIn(session, environment);
  return {
    viewer: { ...session.member, ...actor },
    environment,
    environments,
    request: {
      ...program,
      actor,
      sessionId: session.id,
      environment,
      requestId: randomUUID(),
    },
    isProductionLocked: isLocked(program, session, "production"),
    mustChangePassword: session.mustChangePassword,
    mustAddSecondFactor: session.mustAddSecondFactor,
  };
}

/**
 * Returns the signed-in member; anybody else is sent to sign in and comes back afterwards. Without the permission,
 * app/forbidden.tsx is shown. Every page calls this itself, because a layout is not rendered again on navigation.
 */
export async function requireViewer(permission?: Permission): Promise<Visit> {
  const visit = await readViewer();
  if (visit === null) {
    const next = safeNext((await headers()).get(PATH_HEADER));
    redirect(paths.signIn(next));
  }
  if (visit.mustChangePassword) redirect(paths.newPassword());
  if (visit.mustAddSecondFactor) redirect(paths.newSecondFactor());
  if (permission !== undefined && !permits(visit.viewer, permission)) forbidden();
  return visit;
}
