import { HOUR, type Instant } from "#lib/time/instant.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { changeDraft } from "#server/orders/drafts/changeDraft.ts";
import { listDrafts } from "#server/orders/drafts/listDrafts.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { saveTemplate } from "#server/orders/templates/saveTemplate.ts";
import { labelOrder } from "#server/orders/verbs/labelOrder.ts";
import { workingHour } from "./moments.ts";
import { assortment, type Fixed } from "./products.ts";
import { orderNamed, type Play, type Step } from "./step.ts";

const CAMPAIGN = "Winter campaign";

/** Templates for recurring orders, a draft that the team shares, and notes added to orders afterwards. */
export function plannedOrders(end: Instant): Step[] {
  const weekly = assortment("EUR").slice(0, 3);
  const rewards = assortment("EUR").slice(4, 6);
  return [
    {
      at: workingHour(end, 43, 11),
      take: (play) => keepTemplate(play, "Weekly shop order", weekly, "20", "retail, weekly"),
    },
    {
      at: workingHour(end, 23, 11),
      take: (play) => keepTemplate(play, "Employee rewards", rewards, "5", "employee rewards"),
    },
    ...[8, 17, 30].map((index, nth) => ({
      at: workingHour(end, 14 - nth * 4, 18),
      take: (play: Play) => note(play, `everyday ${index}`, nth),
    })),
    { at: end - 20 * HOUR, take: shareCampaign },
  ];
}

async function keepTemplate(
  play: Play,
  name: string,
  products: readonly Fixed[],
  quantity: string,
  tags: string,
): Promise<void> {
  const { externalOrderCode: _code, ...empty } = EMPTY_DRAFT;
  const lines = products.map((product) => ({ ...typed(product, quantity) }));
  await saveTemplate(await play.as("buyer"), { name, content: { ...empty, tags, lines } });
}

/** A fixed price needs no amount. */
function typed({ id: productId, country: countryCode }: Fixed, quantity: string): Omit<TypedLine, "id"> {
  return { productId, amount: "", quantity, countryCode };
}

async function note(play: Play, name: string, nth: number): Promise<void> {
  await labelOrder(await play.as("second-buyer"), {
    reference: await orderNamed(play, name),
    purchaseOrder: `PO-${new Date(play.now()).getUTCFullYear()}-${1_900 + nth}`,
    note: "Purchase order added after accounting asked for it.",
    tags: ["accounting"],
  });
}

/** The name of a draft need not be unique, so it is searched for before it is created. */
async function shareCampaign(play: Play): Promise<void> {
  const request = await play.as("second-buyer");
  const { items } = await listDrafts(request);
  const known = items.find(({ name }) => name === CAMPAIGN);
  const products = assortment("EUR").slice(2, 6);
  const lines = products.map((product, index) => ({
    id: play.idOf(`campaign ${index}`),
    ...typed(product, String(10 * (index + 1))),
  }));
  const id = known?.id ?? (await openDraft(request, { name: CAMPAIGN, lines })).id;
  await changeDraft(request, { draftId: id, shared: true });
}
