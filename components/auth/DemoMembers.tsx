"use client";

import { useState } from "react";
import type { DemoMember, DemoWords } from "#lib/contracts/team/demo.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

export type DemoMembersProps = { words: DemoWords; members: readonly DemoMember[]; next: string };

/** Only in the demo: signs in as one of its members, as the form does, with the password that the demo has printed. */
export function DemoMembers({ words, members, next }: DemoMembersProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function enter({ email, password }: DemoMember) {
    if (chosen !== null) return;
    setChosen(email);
    setTrouble(null);
    const outcome = await import("#lib/queries/team/session.ts")
      .then(({ signIn }) => signIn({ email, password }))
      .catch(asProblem);
    if ("kind" in outcome && outcome.kind === "signed-in") {
      location.assign(next);
      return;
    }
    setTrouble("kind" in outcome ? "Couldn't sign in. Wait a minute and try again." : outcome.detail);
    setChosen(null);
  }

  return (
    <section
      aria-labelledby="demo-members"
      className="flex w-full flex-col gap-3 rounded-lg border border-line bg-surface p-5 text-ink"
    >
      <div>
        <h2 id="demo-members" className="font-semibold">
          {words.title}
        </h2>
        <p className="text-[0.8125rem] text-ink-soft">{words.text}</p>
      </div>
      <div aria-live="assertive" className="empty:-mb-3">
        {trouble === null ? null : <Banner tone="refused" live="off" title={trouble} />}
      </div>
      <ul className="flex flex-col gap-2">
        {members.map((member) => (
          <li key={member.email}>
            <Button
              className="h-auto w-full justify-start py-2 text-start"
              loading={chosen === member.email}
              onClick={() => void enter(member)}
            >
              <span className="flex min-w-0 flex-col items-start whitespace-normal">
                <span>
                  <span translate="no">{member.name}</span> · {ROLE_NAMES[member.role].name}
                </span>
                <span className="text-[0.8125rem] font-normal text-ink-faint">
                  {ROLE_NAMES[member.role].purpose}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
