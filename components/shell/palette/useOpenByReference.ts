import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import { paths } from "#lib/paths.ts";
import { lookUpOne } from "#lib/queries/lookUp.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { leavePage } from "#components/shell/page/unsaved/unsavedChanges.ts";
import { askPage } from "#components/shell/page/pageRequests.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

/** Why no order was opened, in words. */
export type NothingOpened = { title: string; detail: string };

const COULD_NOT = "This order couldn't be looked up";

/**
 * Looks up a reference and opens its order; otherwise the only order that has the text as its purchase order, a tag or another word,
 * or the list of them. A code is searched for on the page for that. Returns why, if there is nothing to open. Only what an order was found by becomes an address, because the typed
 * text may be a code.
 */
export function useOpenByReference() {
  const router = useRouter();
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isSearching, setSearching] = useState(false);

  function open(address: string, then?: () => void): null {
    leavePage(() => {
      router.push(address);
      then?.();
    }, address);
    return null;
  }
  async function openOrder(reference: string): Promise<NothingOpened | null> {
    setSearching(true);
    try {
      const answer = await lookUpOne(environment, reference);
      if (answer?.order) return open(paths.order(reference));
      if (answer?.outcome === "code") {
        const { code: found } = answer;
        return open(paths.lookUp(), () => askPage("find-code", { code: reference, found }));
      }
      // Loaded when it is needed: every page has this.
      const { addressOfMatches } = await import("./addressOfMatches.ts");
      const address = await addressOfMatches(client, environment, reference);
      return address === null ? nothingFound(answer) : open(address);
    } catch (error) {
      return { title: COULD_NOT, detail: asProblem(error).detail };
    } finally {
      setSearching(false);
    }
  }

  return { openOrder, isSearching };
}

function nothingFound(answer: LookUpAnswer | undefined): NothingOpened {
  const meant = answer?.suggestions.map(({ reference }) => reference) ?? [];
  const hint = meant.length === 0 ? "" : ` Did you mean ${meant.join(" or ")}?`;
  const title = answer?.outcome === "not_found" ? "No order found" : COULD_NOT;
  return { title, detail: `${answer?.message ?? ""}${hint}`.trim() };
}
