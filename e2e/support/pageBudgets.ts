import type { PageWeight, Received } from "#scripts/browser/pageWeight.ts";

/** What a page may cost on a first visit: kB as received (compressed), elements of the document, and requests until the page is quiet. */
export type PageBudget = {
  html: number;
  styles: number;
  scripts: number;
  nodes: number;
  requests: number;
};

/**
 * The budget of each page. Raise a number only together with a reason in the commit; lower it when a page has become lighter. The
 * cost of a list of orders depends on their number, so budgets assume full lists.
 */
export const PAGE_BUDGETS = {
  "sign-in": { html: 10, styles: 20, scripts: 130, nodes: 100, requests: 20 },
  overview: { html: 30, styles: 20, scripts: 210, nodes: 1_600, requests: 20 },
  catalog: { html: 20, styles: 20, scripts: 200, nodes: 900, requests: 20 },
  orders: { html: 20, styles: 20, scripts: 200, nodes: 1_600, requests: 20 },
  order: { html: 20, styles: 20, scripts: 200, nodes: 500, requests: 20 },
  "new order": { html: 20, styles: 20, scripts: 220, nodes: 700, requests: 30 },
  wallet: { html: 20, styles: 20, scripts: 180, nodes: 600, requests: 20 },
} satisfies Record<string, PageBudget>;

/** Says by how much each part of a page is over its budget, and which files are the largest. */
export function overBudget(
  budget: PageBudget,
  weight: PageWeight,
  nodes: number,
  received: readonly Received[],
): string[] {
  const files = (type: string) =>
    received
      .filter((answer) => answer.type === type)
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 8)
      .map(({ path, bytes }) => `${path} ${kB(bytes)}`)
      .join(", ");
  const parts = [
    { name: "HTML in kB", is: weight.html / 1_000, most: budget.html, of: files("Document") },
    { name: "styles in kB", is: weight.styles / 1_000, most: budget.styles, of: files("Stylesheet") },
    { name: "scripts in kB", is: weight.scripts / 1_000, most: budget.scripts, of: files("Script") },
    { name: "elements", is: nodes, most: budget.nodes, of: "" },
    {
      name: "requests",
      is: weight.requests,
      most: budget.requests,
      of: received.map(({ path }) => path).join(", "),
    },
  ];
  return parts
    .filter(({ is, most }) => is > most)
    .map(({ name, is, most, of }) =>
      `${name}: ${is.toFixed(1)}, at most ${most} (+${(is - most).toFixed(1)}) ${of}`.trim(),
    );
}

function kB(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
