import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Problem } from "#lib/contracts/problem.ts";
import { SendOutcome } from "./SendOutcome.tsx";

const REFUSED: Problem = {
  type: "rejected",
  title: "Rejected",
  status: 422,
  detail: "The service refused this order.",
  requestId: "r",
  existingReference: "CD-1",
};

function linkOf(problem: Problem): string | undefined {
  const markup = renderToStaticMarkup(<SendOutcome state={{ kind: "refused", problem, sent: [] }} />);
  return /<a [^>]*href="[^"]*CD-1"[^>]*>([^<]*)/u.exec(markup)?.[1];
}

describe("the outcome of an order that was refused", () => {
  it("leads to the rejected order", () => {
    expect(linkOf(REFUSED)).toBe("View rejected order");
  });

  it("does not call another order rejected that has the typed reference", () => {
    expect(linkOf({ ...REFUSED, type: "conflict", status: 409 })).toBe("View order");
  });
});
