"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { auditQuery } from "#lib/queries/audit.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { CHOICES, filterOf, readChoice, type AuditChoice } from "./auditFilter.ts";

/**
 * The filters and the records that they leave. The filters are in the address, but a text only once a record has it: what is pasted here may
 * be a code, which no record has, and an address is kept in histories and logs.
 */
export function useAuditSearch() {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const address = readChoice(search);
  // A text that is not in the address. Once another one has come there, by the back button or a link, that one counts.
  const [typed, setTyped] = useState<{ text: string; beside: string } | null>(null);
  if (typed !== null && typed.beside !== address.q) setTyped(null);
  const choice: AuditChoice = { ...address, q: typed?.text ?? address.q };
  const filter = filterOf(choice, useTimes().zone);
  const log = useInfiniteQuery(auditQuery(useEnvironment(), filter));

  function write(next: AuditChoice) {
    const query = queryOf(next);
    if (query === queryOf(address)) return;
    router.replace(query === "" ? pathname : `${pathname}?${query}`, { scroll: false });
  }
  const writeFound = useEffectEvent(() => write(choice));
  const isFound = typed !== null && (log.data?.pages[0]?.items.length ?? 0) > 0;
  useEffect(() => {
    if (isFound) writeFound();
  }, [isFound]);

  function choose(next: AuditChoice) {
    const isInAddress = next.q === "" || next.q === address.q;
    setTyped(isInAddress ? null : { text: next.q, beside: address.q });
    write(isInAddress ? next : { ...next, q: address.q });
  }
  return { choice, filter, log, choose };
}

function queryOf(choice: AuditChoice): string {
  const search = new URLSearchParams();
  for (const name of CHOICES) if (choice[name] !== "") search.set(name, choice[name]);
  return search.toString();
}
