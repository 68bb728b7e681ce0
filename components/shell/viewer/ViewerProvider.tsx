"use client";

import { createContext, use, type ReactNode } from "react";
import type { Viewer } from "#lib/contracts/member.ts";
import { permits, type Permission } from "#lib/members/roles.ts";

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** The signed-in member. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (viewer === null) throw new Error("useViewer needs the ViewerProvider of the desk around it.");
  return viewer;
}

/** Whether to offer something. The server decides for itself; this only saves people a dead end. */
export function usePermission(permission: Permission): boolean {
  return permits(useViewer().role, permission);
}
