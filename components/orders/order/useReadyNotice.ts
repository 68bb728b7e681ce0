"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { notificationsQuery, saveNotifications } from "#lib/queries/notifications.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

type Permission = NotificationPermission | "unsupported";

/** Whether a desktop notification is shown when codes are ready: if the member wants it, and this browser allows it. */
export type ReadyNotice = {
  isOn: boolean;
  isPending: boolean;
  permission: Permission;
  /** Asks the browser for permission the first time; only in response to a click. */
  turnOn: () => void;
  turnOff: () => void;
};

const listeners = new Set<() => void>();

export function useReadyNotice(): ReadyNotice {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data } = useQuery(notificationsQuery(environment));
  const permission = useSyncExternalStore(subscribe, permissionNow, permissionOfMost);
  const save = useMutation({
    mutationFn: async (whenReady: boolean) => {
      if (whenReady && permissionNow() === "default") {
        await Notification.requestPermission();
        for (const listener of listeners) listener();
      }
      if (whenReady && permissionNow() !== "granted") return null;
      return saveNotifications(environment, { whenReady });
    },
    onSuccess: (saved) => {
      if (saved !== null) client.setQueryData(notificationsQuery(environment).queryKey, saved);
    },
  });
  return {
    isOn: permission === "granted" && data?.whenReady === true,
    isPending: save.isPending,
    permission,
    turnOn: () => save.mutate(true),
    turnOff: () => save.mutate(false),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The usual permission, until the browser can be asked: the space for it is painted from the beginning, so that nothing moves
 * when the page becomes interactive.
 */
function permissionOfMost(): Permission {
  return "default";
}

function permissionNow(): Permission {
  return "Notification" in window ? Notification.permission : "unsupported";
}
