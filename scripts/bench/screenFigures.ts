import type { Browser, BrowserContextOptions } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { Figure } from "./figure.ts";
import { visitOnce, type FirstVisit } from "./firstVisit.ts";
import { median } from "./median.ts";
import { CONDITIONS } from "./throttle.ts";
import { measureFirstNavigation, measureWarmNavigation } from "./warmNavigation.ts";

const VISITS = 15;
const NAVIGATIONS = 9;
/** Three lines of text, without a style or a script: what any page of this server costs on this machine. */
const BARE_PAGE = "/robots.txt";
const BARE_PAGES = 2.4;
const PAGES = [
  { name: "Overview", heading: /^Overview/ },
  { name: "Orders", heading: /^Orders/ },
  { name: "Wallet", heading: /^Wallet/ },
  { name: "Catalog", heading: /^Catalog/ },
];

/**
 * Measures first visits to the catalog and the navigation between main pages. Absolute times differ between machines and over time, so a
 * bare page and, if `PEER_URL` names one (with `PEER_COOKIE`, if it needs a session), a page of another program are loaded in turns with it.
 */
export async function figuresOfScreens(
  browser: Browser,
  url: string,
  signedIn: BrowserContextOptions,
): Promise<Figure[]> {
  const peerUrl = process.env["PEER_URL"];
  const bare: FirstVisit[] = [];
  const ours: FirstVisit[] = [];
  const peer: FirstVisit[] = [];
  for (let round = -1; round < VISITS; round += 1) {
    const visits = {
      bare: await visitOnce(browser, url + BARE_PAGE, signedIn),
      ours: await visitOnce(browser, url + paths.catalog(), signedIn),
      peer: peerUrl === undefined ? null : await visitOnce(browser, peerUrl, peerSession(peerUrl)),
    };
    // The first round warms up.
    if (round < 0) continue;
    bare.push(visits.bare);
    ours.push(visits.ours);
    if (visits.peer !== null) peer.push(visits.peer);
  }
  const barePaint = middle(bare, "largestPaint");
  const warm = [...(await measureWarmNavigation(browser, url, signedIn, PAGES, NAVIGATIONS))];
  const [slowest, ms] = warm.toSorted(([, a], [, b]) => b - a)[0] ?? ["", Number.NaN];
  const first = await measureFirstNavigation(browser, url, signedIn, NAVIGATIONS);
  return [
    {
      name: "First visit to the catalog: largest contentful paint",
      value: middle(ours, "largestPaint"),
      unit: "ms",
      goal: BARE_PAGES * barePaint,
      ...peerOf(peer, "largestPaint"),
      note: `${CONDITIONS}; median of ${VISITS}; the goal is ${BARE_PAGES} bare pages of ${barePaint.toFixed(0)} ms`,
    },
    {
      name: "First visit to the catalog: blocking time",
      value: middle(ours, "blocked"),
      unit: "ms",
      goal: 250,
      ...peerOf(peer, "blocked"),
      note: "of the same visits",
    },
    {
      name: "First change of page, from the catalog to the orders",
      value: first,
      unit: "ms",
      goal: 500,
      note: `${CONDITIONS}; median of ${NAVIGATIONS}`,
    },
    {
      name: "Navigation between main pages, warm",
      value: ms,
      unit: "ms",
      goal: 90,
      note: `${CONDITIONS}; the slowest (to ${slowest.toLowerCase()}) of ${PAGES.length}, median of ${NAVIGATIONS}`,
    },
  ];
}

function middle(visits: readonly FirstVisit[], of: keyof FirstVisit): number {
  return median(visits.map((visit) => visit[of]));
}

function peerOf(visits: readonly FirstVisit[], of: keyof FirstVisit): { peer?: string } {
  return visits.length === 0 ? {} : { peer: `${middle(visits, of).toFixed(0)} ms` };
}

/** `PEER_COOKIE` is a name and a value, `session=…`. */
function peerSession(url: string): BrowserContextOptions {
  const [name, ...value] = (process.env["PEER_COOKIE"] ?? "").split("=");
  if (name === undefined || name === "") return {};
  const cookie = { name, value: value.join("="), domain: new URL(url).hostname, path: "/" };
  const kept = { expires: -1, httpOnly: true, secure: false, sameSite: "Lax" } as const;
  return { storageState: { cookies: [{ ...cookie, ...kept }], origins: [] } };
}
