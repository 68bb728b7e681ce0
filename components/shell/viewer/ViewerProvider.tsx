"use client";

import { createContext, use, type ReactNode } from "react";
import type { Viewer } from "#lib/contracts/member.ts";
import type { Permission } from "#lib/contracts/permission.ts";
import { permits } from "#lib/members/roles.ts";

const ViewerContext = createContext<Viewer | null>(null);

const PasswordsContext = createContext(true);

export type ViewerProviderProps = {
  viewer: Viewer;
  /** Whether members sign in with passwords. */
  passwords: boolean;
  children: ReactNode;
};

export function ViewerProvider({ viewer, passwords, children }: ViewerProviderProps) {
  return (
    <ViewerContext value={viewer}>
      <PasswordsContext value={passwords}>{children}</PasswordsContext>
    </ViewerContext>
  );
}

/** Whether members sign in with passwords; otherwise nothing about passwords is offered. */
export function usePasswords(): boolean {
  return use(PasswordsContext);
}

/** The signed-in member. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (viewer === null) throw new Error("useViewer needs the ViewerProvider of the desk around it.");
  return viewer;
}

/** Whether to offer something to this member. The server checks for itself; this only avoids dead ends. */
export function usePermission(permission: Permission): boolean {
  return permits(useViewer(), permission);
}
