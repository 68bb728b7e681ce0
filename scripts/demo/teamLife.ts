import { HOUR, MINUTE, type Instant } from "#lib/time/instant.ts";
import { MOST_DISMISSED_AT_ONCE } from "#lib/contracts/orders/attention.ts";
import { addFavourite } from "#server/catalog/favourites/addFavourite.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { saveView } from "#server/catalog/views/saveView.ts";
import { takeCodes } from "#server/codes/handOut/takeCodes.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { dismissOrders } from "#server/orders/attention/dismissOrders.ts";
import { listAttention } from "#server/orders/attention/listAttention.ts";
import { findOrderOfCode } from "#server/orders/lookUp/findOrderOfCode.ts";
import { saveOrderView } from "#server/orders/views/saveOrderView.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { listMembers } from "#server/team/listMembers.ts";
import { ensureDemoMembers } from "./demoMembers.ts";
import { DEMO_PEOPLE, type Who } from "./people.ts";
import { workingHour } from "./moments.ts";
import { assortment } from "./products.ts";
import { orderNamed, type Play, type Step } from "./step.ts";

const FORMER = "former@demo.example";

/** Members join and leave, and save favourites and views of the catalog and of the list of orders. */
export function teamLife(end: Instant): Step[] {
  const on = (daysAgo: number, hour: number, take: Step["take"]): Step => ({
    at: workingHour(end, daysAgo, hour),
    take,
  });
  const [first, second, third, fourth] = assortment("EUR");
  const favourites: [number, Who, "mine" | "team", number | undefined][] = [
    [55, "buyer", "mine", first?.id],
    [55, "buyer", "mine", third?.id],
    [50, "admin", "team", second?.id],
    [30, "second-buyer", "mine", fourth?.id],
    [30, "buyer", "team", assortment("USD")[0]?.id],
  ];
  return [
    on(63, 6, (play) => ensureDemoMembers(operatorRequest(play.program), play.dataDir, DEMO_PEOPLE)),
    on(63, 7, ({ program }) => syncCatalog(program, "sandbox")),
    // The sandbox's catalog changes from week to week.
    ...[49, 35, 28, 21, 14, 7, 2].map((daysAgo) =>
      on(daysAgo, 7, ({ program }) => syncCatalog(program, "sandbox")),
    ),
    on(61, 9, async (play) =>
      addMember(await play.as("admin"), { email: FORMER, name: "Fritz Former", role: "buyer" }),
    ),
    on(22, 17, disableFormer),
    ...favourites.map(([daysAgo, who, list, productId]) =>
      on(daysAgo, 8, async (play) =>
        productId === undefined ? null : addFavourite(await play.as(who), { list, productId }),
      ),
    ),
    on(52, 8, async (play) =>
      saveView(await play.as("admin"), {
        name: "Games for Germany",
        view: { country: ["DE"], category: ["Games"], sort: "price" },
        shared: true,
      }),
    ),
    on(41, 8, async (play) =>
      saveView(await play.as("buyer"), {
        name: "Gift cards up to €50",
        view: { q: "gift card", currency: ["EUR"], maxPrice: "50" },
        shared: false,
      }),
    ),
    on(39, 8, async (play) =>
      saveOrderView(await play.as("buyer"), { name: "Partial deliveries", query: "state=partial" }),
    ),
    on(25, 8, async (play) =>
      saveOrderView(await play.as("support"), {
        name: "Retail, last 30 days",
        query: "period=30d&tag=retail",
      }),
    ),
  ];
}

/** What members did with codes, and with orders that needed attention. */
export function deskWork(end: Instant): Step[] {
  const on = (daysAgo: number, hour: number, take: Step["take"]): Step => ({
    at: workingHour(end, daysAgo, hour),
    take,
  });
  return [
    // A customer of the shop sends a code in, and support finds its order without seeing any other code.
    on(46, 17, (play) => lookUpCodeOf(play, "everyday 2")),
    on(18, 17, (play) => lookUpCodeOf(play, "everyday 20")),
    ...[27, 16, 11, 1.5].map((daysAgo, index) =>
      on(daysAgo, 17, (play) => handOut(play, `C-${4_310 + index}`, 1 + (index % 2))),
    ),
    on(34, 18, (play) => dismissAll(play, "support")),
    on(12, 18, (play) => dismissAll(play, "buyer")),
    { at: end - 25 * HOUR + 2 * MINUTE, take: (play) => dismissAll(play, "support", 40 * HOUR) },
  ];
}

async function disableFormer({ as }: Play): Promise<void> {
  const admin = await as("admin");
  const { members } = await listMembers(admin);
  const former = members.find(({ email }) => email === FORMER);
  if (former !== undefined) await changeMember(admin, { memberId: former.id, disabled: true });
}

async function lookUpCodeOf(play: Play, name: string): Promise<void> {
  const reference = await orderNamed(play, name);
  const { items } = await revealCodes(await play.as("buyer"), { reference, skip: 0, take: 1 });
  const code = items[0]?.fields["code"];
  if (code !== undefined) await findOrderOfCode(await play.as("support"), { code });
}

/** Hands out codes of the product that the team buys most often. */
async function handOut(play: Play, customerReference: string, count: number): Promise<void> {
  const [product] = assortment("EUR");
  if (product === undefined) return;
  await takeCodes(await play.as("buyer"), {
    productId: product.id,
    count,
    customerReference,
    exposed: 0,
    takeId: play.idOf(`hand out ${customerReference}`),
  });
}

/** Dismisses the orders that needed attention, except those younger than `age`. */
async function dismissAll(play: Play, who: Who, age = 0): Promise<void> {
  const request = await play.as(who);
  const { items } = await listAttention(request);
  const orders = items
    .filter(({ createdAt }) => play.now() - Date.parse(createdAt) > age)
    .slice(0, MOST_DISMISSED_AT_ONCE)
    .map(({ externalOrderCode, orderId, state }) => ({
      reference: externalOrderCode ?? orderId ?? "",
      state,
    }));
  if (orders.length > 0) await dismissOrders(request, { dismissed: true, orders });
}
