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
 * cost of a list of orders depends on their number, so budgets assume full lists. Requests have room for polls on a slow machine
 * until the page is quiet.
 */
export const PAGE_BUDGETS = {
  "sign-in": { html: 6.5, styles: 8.8, scripts: 129, nodes: 60, requests: 10 },
  overview: { html: 26, styles: 8.8, scripts: 195.2, nodes: 1_600, requests: 18 },
  catalog: { html: 18, styles: 8.8, scripts: 179, nodes: 840, requests: 14 },
  orders: { html: 18, styles: 8.8, scripts: 178, nodes: 1_600, requests: 18 },
  order: { html: 16, styles: 8.8, scripts: 184.3, nodes: 450, requests: 18 },
  "new order": { html: 19, styles: 8.8, scripts: 196, nodes: 700, requests: 18 },
  wallet: { html: 14, styles: 8.8, scripts: 167.5, nodes: 600, requests: 18 },
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
