"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import type { LookUpAnswer } from "#lib/contracts/lookUp.ts";
import { readReference } from "#lib/orders/references/readReference.ts";
import { paths } from "#lib/paths.ts";
import { lookUpOne } from "#lib/queries/lookUp.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

/** Finds one order by either of its references, from every page. Only that of an order that was found becomes an address. */
export function LookUp() {
  const router = useRouter();
  const environment = useEnvironment();
  const [text, setText] = useState("");
  const [isSearching, setSearching] = useState(false);

  async function find(event: FormEvent) {
    event.preventDefault();
    const reference = readReference(text);
    if (reference === null || isSearching) return;
    setSearching(true);
    try {
      const answer = await lookUpOne(environment, reference);
      if (answer?.order) {
        setText("");
        router.push(paths.order(reference));
      } else sayNothingFound(answer);
    } catch (error) {
      toast("This order couldn't be looked up", { tone: "refused", detail: asProblem(error).detail });
    } finally {
      setSearching(false);
    }
  }

  return (
    <form
      role="search"
      aria-label="Orders"
      onSubmit={(event) => void find(event)}
      aria-busy={isSearching}
      className="relative hidden min-w-0 max-w-sm grow sm:block"
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-faint"
      />
      <input
        type="search"
        name="reference"
        aria-label="Find an order by reference or order ID"
        placeholder="Find an order by reference or order ID"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="block h-8 w-full min-w-0 rounded-md border border-line-strong bg-canvas ps-8 pe-2 text-ellipsis hover:border-ink-faint max-sm:text-base"
      />
    </form>
  );
}

function sayNothingFound(answer: LookUpAnswer | undefined): void {
  if (answer?.outcome === "code") {
    toast("This is a code, not a reference", {
      tone: "refused",
      detail: "Search for it under “Whose is this code?” on the page Look up.",
    });
    return;
  }
  const meant = answer?.suggestions.map(({ reference }) => reference) ?? [];
  const hint = meant.length === 0 ? "" : ` Did you mean ${meant.join(" or ")}?`;
  const title = answer?.outcome === "not_found" ? "No order found" : "This order couldn't be looked up";
  toast(title, { tone: "refused", detail: `${answer?.message ?? ""}${hint}`.trim() });
}
