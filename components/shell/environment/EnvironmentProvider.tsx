"use client";

import { createContext, use, useEffect, type ReactNode } from "react";
import { keptCookie } from "#lib/keptCookie.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_COOKIE } from "#lib/contracts/environmentHeader.ts";

const EnvironmentContext = createContext<Environment | null>(null);

/** The environment that this page shows, and acts in (docs/decisions/0002). */
export function EnvironmentProvider({
  environment,
  children,
}: {
  environment: Environment;
  children: ReactNode;
}) {
  useEffect(() => {
    // The cookie decides from which environment a page is loaded: the visible tab sets it to its own, whatever another tab has switched to.
    const claim = () => {
      if (document.visibilityState === "visible") rememberEnvironment(environment);
    };
    addEventListener("focus", claim);
    document.addEventListener("visibilitychange", claim);
    return () => {
      removeEventListener("focus", claim);
      document.removeEventListener("visibilitychange", claim);
    };
  }, [environment]);
  return <EnvironmentContext value={environment}>{children}</EnvironmentContext>;
}

export function useEnvironment(): Environment {
  const environment = use(EnvironmentContext);
  if (environment === null)
    throw new Error("useEnvironment needs the EnvironmentProvider of the desk around it.");
  return environment;
}

export function rememberEnvironment(environment: Environment): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${keptCookie(ENVIRONMENT_COOKIE, environment)}${secure}`;
}
