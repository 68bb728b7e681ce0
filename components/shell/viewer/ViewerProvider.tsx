"use client";

import { createContext, use, useEffect, useMemo, type ReactNode } from "react";
import type { Viewer } from "#lib/contracts/team/member.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { removeReadableOfOthers, type TabOwner } from "#lib/queries/client/encryptedStorage.ts";
import { permits } from "#lib/members/roles.ts";

const ViewerContext = createContext<Viewer | null>(null);

const TabOwnerContext = createContext<TabOwner | null>(null);

const PasswordsContext = createContext(true);

export type ViewerProviderProps = {
  viewer: Viewer;
  /** Whether members sign in with passwords. */
  passwords: boolean;
  /** What this tab encrypts with what it keeps for the member; absent where it keeps nothing. */
  storageKey?: string;
  children: ReactNode;
};

export function ViewerProvider({ viewer, passwords, storageKey, children }: ViewerProviderProps) {
  const { id } = viewer;
  const owner = useMemo(
    () => (storageKey === undefined ? null : { memberId: id, storageKey }),
    [id, storageKey],
  );
  useEffect(() => removeReadableOfOthers(id), [id]);
  return (
    <ViewerContext value={viewer}>
      <TabOwnerContext value={owner}>
        <PasswordsContext value={passwords}>{children}</PasswordsContext>
      </TabOwnerContext>
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

/** Whose what this tab keeps is. */
export function useTabOwner(): TabOwner {
  const owner = use(TabOwnerContext);
  if (owner === null) throw new Error("useTabOwner needs the ViewerProvider of the desk around it.");
  return owner;
}

/** Whether to offer something to this member. The server checks for itself; this only avoids dead ends. */
export function usePermission(permission: Permission): boolean {
  return permits(useViewer(), permission);
}
