import type { ReactNode } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_WORDS } from "./environments.ts";

/** An amber frame and a sentence around the sandbox, at every scroll position. Production has no frame. */
export function EnvironmentFrame({
  environment,
  children,
}: {
  environment: Environment;
  children: ReactNode;
}) {
  if (environment === "production") return <div data-environment={environment}>{children}</div>;
  return (
    <div
      data-environment={environment}
      className="[--bars:4.75rem] [--frame:1.75rem] [@media(height<30rem)]:[--bars:1.75rem]"
    >
      <aside
        aria-label="Environment"
        className="sticky top-0 z-40 flex h-7 items-center justify-center bg-sandbox px-3 text-[0.8125rem] font-semibold text-sandbox-on"
      >
        {ENVIRONMENT_WORDS.sandbox.meaning}
      </aside>
      {children}
      <div
        aria-hidden
        className="print-hidden pointer-events-none fixed inset-0 z-50 border-4 border-sandbox"
      />
    </div>
  );
}
