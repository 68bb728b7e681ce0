"use client";

import { useQuery } from "@tanstack/react-query";
import { paths } from "#lib/paths.ts";
import { rulesToAttendQuery } from "#lib/queries/restock.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The restock rules that could not act, or that wait for this member's approval; renders nothing if there are none. */
export function RestockPart() {
  const mayRead = usePermission("stock.read");
  const { data } = useQuery({ ...rulesToAttendQuery(useEnvironment()), enabled: mayRead });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title="Restock rules" actions={<TextLink href={paths.stock()}>View all</TextLink>}>
      <ul>
        {data.items.map(({ id, name, problem }) => (
          <li key={id} className="border-b border-line py-2.5">
            <TextLink href={paths.restockRule(id)} className="font-medium wrap-anywhere">
              <bdi translate="no">{name}</bdi>
            </TextLink>
            <span className="block text-ink-soft">
              {problem ?? "Wants to order by itself, and waits for your approval."}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
