import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { AUTHORITY_HELP } from "#lib/help/authority.ts";
import { MESSAGE_HELP } from "#lib/help/messages.ts";
import { SHORTCUT_GROUPS } from "#lib/help/shortcuts.ts";
import { STATE_HELP } from "#lib/help/states.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { helpAnchor, paths, type HelpPart } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ShortcutList } from "#components/shell/help/ShortcutList.tsx";
import { Contents, type ContentsItem } from "./Contents.tsx";
import { HelpEntry, HelpSection } from "./HelpSection.tsx";

const at = (part: HelpPart, label: string): ContentsItem => ({ href: paths.help(part), label });

const CONTENTS: readonly (ContentsItem & { items: readonly ContentsItem[] })[] = [
  {
    ...at({ section: "states" }, "States of an order"),
    items: ORDER_STATES.map((state) => at({ state }, STATES[state].word)),
  },
  { ...at({ section: "authority" }, "Limits, budgets and deputies"), items: [] },
  {
    ...at({ section: "messages" }, "Messages of the service"),
    items: MESSAGE_HELP.map(({ id, text }) => at({ message: id }, text)),
  },
  { ...at({ section: "shortcuts" }, "Keyboard shortcuts"), items: [] },
];

/** Explains states, messages and shortcuts, from the same tables that the rest of the program uses. */
export function HelpPage() {
  return (
    <>
      <PageHeader
        title="Help"
        description="What the states of an order and the messages of the service mean, and what you can do."
      />
      <div className="gap-10 xl:grid xl:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents items={CONTENTS} />
        <div className="min-w-0 max-w-prose">
          <HelpSection id={helpAnchor({ section: "states" })} title="States of an order">
            {ORDER_STATES.map((state) => (
              <HelpEntry
                key={state}
                id={helpAnchor({ state })}
                title={<StateBadge state={state} />}
                sentences={[STATE_HELP[state].meaning, STATE_HELP[state].next]}
                you={STATE_HELP[state].you}
              />
            ))}
          </HelpSection>
          <HelpSection id={helpAnchor({ section: "authority" })} title="Limits, budgets and deputies">
            {AUTHORITY_HELP.map(({ id, title, sentences, you }) => (
              <HelpEntry key={id} id={`authority-${id}`} title={title} sentences={sentences} you={you} />
            ))}
          </HelpSection>
          <HelpSection
            id={helpAnchor({ section: "messages" })}
            title="Messages of the service"
            intro="The service's own words, as they stand on orders. Words in braces are filled in by the service."
          >
            {MESSAGE_HELP.map(({ id, code, text, meaning, you }) => (
              <HelpEntry
                key={id}
                id={helpAnchor({ message: id })}
                title={<>“{text}”</>}
                aside={code === 200 ? null : `Status ${code}`}
                sentences={[meaning]}
                you={you}
              />
            ))}
          </HelpSection>
          <HelpSection id={helpAnchor({ section: "shortcuts" })} title="Keyboard shortcuts">
            <ShortcutList groups={SHORTCUT_GROUPS} level="h3" />
          </HelpSection>
        </div>
      </div>
    </>
  );
}
