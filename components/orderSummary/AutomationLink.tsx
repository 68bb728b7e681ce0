import type { Automation } from "#lib/contracts/orders/automation.ts";
import type { AutomationKind } from "#lib/contracts/orders/placers.ts";
import { automationInWords } from "#lib/orders/automation/automationWords.ts";
import { paths } from "#lib/paths.ts";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

const HREFS: Record<AutomationKind, (id: string) => string> = {
  schedule: paths.schedule,
  restock: paths.restockRule,
};

/** What placed an order, with a link to its page. */
export function AutomationLink({ automation }: { automation: Automation }) {
  return (
    <TextLink href={HREFS[automation.kind](automation.id)}>
      <bdi translate="no" className="wrap-anywhere">
        {automationInWords(automation)}
      </bdi>
    </TextLink>
  );
}
