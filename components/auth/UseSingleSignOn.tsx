"use client";

import { useState } from "react";
import { paths } from "#lib/paths.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { SingleSignOnButton } from "./SingleSignOnButton.tsx";

/** For a member whose one-time password let them in before passwords were switched off: single sign-on is the only way left. */
export function UseSingleSignOn() {
  const [trouble, setTrouble] = useState<string | null>(null);
  return (
    <>
      <p>
        You signed in with a one-time password, but passwords have since been switched off. Sign in with
        single sign-on to continue.
      </p>
      {/* The live region exists before its message, because otherwise the message may not be read. Empty, it takes no space. */}
      <div aria-live="assertive" className="w-full empty:-mb-4">
        {trouble === null ? null : <Banner tone="refused" live="off" title={trouble} />}
      </div>
      <SingleSignOnButton next={paths.overview()} disabled={false} onTrouble={setTrouble} />
    </>
  );
}
