import type { Environment } from "#lib/contracts/environment.ts";
import type { Settings, ServiceSettings } from "#server/config/env.ts";
import { describeShape } from "#server/serviceClient/readers/describeShape.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { readWallet } from "#server/serviceClient/readers/wallet.ts";
import { trouble, well, type Finding } from "./finding.ts";
import { probe, type Probe } from "./probe.ts";

type Answered = Extract<Probe, { answered: true }>;

const LARGEST_SKEW_MS = 30_000;
const SLOW_MS = 3_000;

/** Whether the service of one environment can be reached, what it answers, and what Codedesk can read of it. Reads only. */
export async function examineService(environment: Environment, settings: Settings): Promise<Finding[]> {
  const service = settings.services[environment];
  if (service === undefined) return [];
  const name = environment === "sandbox" ? "Sandbox" : "Production";
  const wallet = await probe(environment, service, "/wallet");
  const broken = whyUnusable(environment, service, wallet);
  if (broken !== null) return [trouble(`${name}: ${broken}`)];
  if (!wallet.answered) return [];
  const page = await probe(environment, service, "/catalog/products?skip=0&take=100");
  const brokenPage = whyUnusable(environment, service, page);
  const findings = [speedOf(wallet), skewOf(wallet), ratesOf(wallet), walletOf(wallet, settings)];
  if (brokenPage !== null) findings.push(trouble(`the catalog: ${brokenPage}`));
  else if (page.answered) findings.push(catalogOf(page, settings));
  findings.push(...(await standbyOf(environment, service)));
  return findings.map(({ ok, line }) => ({ ok, line: `${name}: ${line}` }));
}

/** Why an answer cannot be used, and what to do; null if it is a 200 with JSON. */
function whyUnusable(environment: Environment, service: ServiceSettings, answer: Probe): string | null {
  const variable = `SERVICE_${environment === "sandbox" ? "SANDBOX" : "PRODUCTION"}`;
  const { host } = new URL(service.baseUrl);
  if (!answer.answered) {
    return `${host} cannot be reached (${answer.why}): check ${variable}_URL, the network and its firewall.`;
  }
  const { status, headers, body } = answer;
  if (status === 401) return `the key is refused (401): check ${variable}_KEY, or ask for a new one.`;
  if (status === 429) {
    const wait = headers.get("retry-after");
    const when = wait === null ? "in a while" : `after ${wait} s`;
    return `the rate limit is exceeded (429): run this again ${when}, and see what else uses the key.`;
  }
  if (status >= 300 && status < 400)
    return `${host} redirects elsewhere (${status}): set ${variable}_URL to the final address.`;
  if (status !== 200)
    return `${host} answers ${status}${wordsOf(body)}: check ${variable}_URL, which ends in /v2.`;
  if (body === undefined) {
    const type = headers.get("content-type") ?? "no content type";
    return `${host} answers no JSON (${type}): check that ${variable}_URL is the service's own address, which ends in /v2.`;
  }
  return null;
}

/** The service's own words. */
function wordsOf(body: unknown): string {
  return isRecord(body) && typeof body.message === "string" ? ` (${body.message.slice(0, 200)})` : "";
}

/** Whether the standby key, if there is one, is accepted too: it is needed when the first one no longer is. */
async function standbyOf(environment: Environment, service: ServiceSettings): Promise<Finding[]> {
  const [first, standby] = service.keys;
  if (first === undefined || standby === undefined) return [];
  const answer = await probe(environment, { ...service, keys: [standby, first] }, "/wallet");
  if (!answer.answered || answer.status !== 401) return [well("a standby key is set")];
  return [
    trouble(
      `the standby key is refused (401): check SERVICE_${environment === "sandbox" ? "SANDBOX" : "PRODUCTION"}_KEY_STANDBY, or remove it.`,
    ),
  ];
}

function speedOf({ firstByteMs }: Answered): Finding {
  const ms = Math.round(firstByteMs);
  if (firstByteMs < SLOW_MS) return well(`reachable, the first byte after ${ms} ms, the key is accepted`);
  return trouble(
    `the first byte took ${ms} ms: pages that wait for the service will be slow; check the way to it.`,
  );
}

function skewOf({ headers }: Answered): Finding {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return well("no Date header, so clocks cannot be compared");
  const skew = date - Date.now();
  const seconds = Math.round(Math.abs(skew) / 1_000);
  if (Math.abs(skew) < LARGEST_SKEW_MS) return well(`clocks differ by ${seconds} s`);
  return trouble(
    `its clock is ${seconds} s ${skew > 0 ? "ahead of" : "behind"} this machine's: synchronise this machine's clock (NTP).`,
  );
}

function ratesOf({ headers }: Answered): Finding {
  const told = [...headers].filter(([name]) => /rate-?limit|retry-after/i.test(name));
  if (told.length === 0) return well("no rate-limit headers; the rate is learned from 429s");
  return well(`rate limit: ${told.map(([name, value]) => `${name} ${value}`).join(", ")}`);
}

function walletOf({ body }: Answered, { pointers }: Settings): Finding {
  const { balances } = readWallet(body, pointers.wallet);
  if (balances.length > 0)
    return well(`wallet readable, in ${balances.map(({ currency }) => currency).join(", ")}`);
  return trouble(
    `no balance can be read in the wallet: set SERVICE_WALLET_POINTER to where they are. It is ${describeShape(body)}`,
  );
}

function catalogOf({ body }: Answered, { pointers }: Settings): Finding {
  const listing = readProductListing(body, 0, pointers);
  if (listing === null) {
    const where =
      pointers.catalog === undefined ? "set it to where the list is" : "it leads to no list of products";
    return trouble(
      `no list of products can be read; SERVICE_CATALOG_POINTER: ${where}. The answer is ${describeShape(body)}`,
    );
  }
  const { products, unreadable, total } = listing;
  if (products.length === 0)
    return trouble("the catalog is empty: ask the service which products the account may order.");
  const [first] = unreadable;
  if (first !== undefined) {
    return trouble(
      `${unreadable.length} of ${listing.recordCount} products on the first page cannot be read (${first.reason}): see the settings.`,
    );
  }
  const unpriced = products.filter(
    ({ product }) => product.denomination === "fixed" && product.price === null,
  );
  if (unpriced.length === products.length) {
    return trouble(
      `none of the ${products.length} products on the first page has a price that can be read, so none can be ordered. A product is ${describeShape(products[0]?.raw)}`,
    );
  }
  const without = unpriced.length === 0 ? "" : `, ${unpriced.length} of them without a price`;
  const all = total === null ? "no total told" : `${total} in total`;
  return well(`catalog readable, ${products.length} products on the first page${without}, ${all}`);
}
