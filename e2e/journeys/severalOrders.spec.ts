import type { Page } from "@playwright/test";
import { z } from "zod";
import { fillDraft, placeAnyway, readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";

const pageSchema = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      currencyCode: z.string().nullable(),
      denomination: z.string(),
      brands: z.array(z.string()),
    }),
  ),
});

/** More than any other journey orders; each draft takes the next ones. */
let nextQuantity = 60;

/** Opens a draft with one line of each product, in quantities that no other order has. */
async function openDraft(page: Page, productIds: readonly number[], texts?: Record<string, string>) {
  const lines = productIds.map((productId) => ({
    productId,
    quantity: String(nextQuantity++),
  }));
  await fillDraft(page, lines, texts);
  await page.goto("/orders/new");
}

/** A fixed product that is no scenario, in another currency than the scenarios; the catalog may still be synchronising. */
async function otherCurrency(page: Page): Promise<{ id: number; currency: string }> {
  const found: { id: number; currency: string }[] = [];
  await expect(async () => {
    const answer = await page.request.get("/api/catalog/products?denomination=fixed&take=200");
    const { items } = pageSchema.parse(await answer.json());
    for (const { id, currencyCode, brands } of items) {
      const isOther = currencyCode !== null && currencyCode !== "EUR" && !brands.includes("Scenario");
      if (isOther) found.push({ id, currency: currencyCode });
    }
    expect(found).not.toEqual([]);
  }).toPass();
  const [first] = found;
  if (first === undefined) throw new Error("there is no product in another currency");
  return first;
}

async function scenarioId(page: Page, name: string): Promise<number> {
  const answer = await page.request.get(`/api/catalog/products?q=${encodeURIComponent(name)}&take=20`);
  const { items } = pageSchema.parse(await answer.json());
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`there is no product called ${name}`);
  return found.id;
}

test.describe("a draft with two currencies", () => {
  test("is reviewed as two orders and placed with one button, each with its own reference", async ({
    asBuyer: page,
  }) => {
    const { id, currency } = await otherCurrency(page);
    const code = `MY-${Date.now()}`;
    const euros = await scenarioId(page, "Scenario: takes five minutes");
    await openDraft(page, [euros, id], { externalOrderCode: code, tags: "journey" });
    await page.getByRole("button", { name: "Review 2 orders" }).click();
    const review = page.getByRole("dialog");
    await expect(review.getByRole("region", { name: "Order in EUR" })).toBeVisible();
    await expect(review.getByRole("region", { name: `Order in ${currency}` })).toBeVisible();
    await expect(review.getByText(/If one is rejected, the others are not affected/)).toBeVisible();
    const place = await readyToPlace(page, /^Place 2 test orders · .+ \+ /);
    await place.click();
    await expect(review.getByRole("heading", { name: "2 orders placed" })).toBeVisible();
    // Information from before sending is gone: the reference beside each outcome is the order's.
    await expect(review.getByText("Order reference")).toHaveCount(0);
    await expect(review.getByText(/wallet/i)).toHaveCount(0);
    await expect(review.getByRole("link", { name: `${code}-EUR` })).toBeVisible();
    await review.getByRole("link", { name: `${code}-${currency}` }).click();
    expect(await referenceOf(page)).toBe(`${code}-${currency}`);
    await expect(page.getByRole("link", { name: "journey" })).toBeVisible();
  });

  test("shows of each order the state that it has by now", async ({ asBuyer: page }) => {
    const { id, currency } = await otherCurrency(page);
    const quick = await scenarioId(page, "Scenario: delivers codes as plain strings");
    await openDraft(page, [quick, id]);
    await page.getByRole("button", { name: "Review 2 orders" }).click();
    const place = await readyToPlace(page, /^Place 2 test orders ·/);
    await place.click();
    const review = page.getByRole("dialog");
    await expect(review.getByRole("listitem").filter({ hasText: currency })).toBeVisible();
    await expect(review.getByRole("listitem").filter({ hasText: "EUR" })).toContainText("Completed");
  });

  test("says of a rejected one that the other is not affected, and keeps its line with the service's words", async ({
    asBuyer: page,
  }) => {
    const { id, currency } = await otherCurrency(page);
    const bad = await scenarioId(page, "Scenario: is not available for purchase (422)");
    await openDraft(page, [bad, id]);
    await page.getByRole("button", { name: "Review 2 orders" }).click();
    const review = page.getByRole("dialog");
    const place = await readyToPlace(page, /^Place 2 test orders ·/);
    await place.click();
    await expect(review.getByRole("heading", { name: "1 of 2 orders placed" })).toBeVisible();
    await expect(review.getByText("Placed orders are not affected.", { exact: false })).toBeVisible();
    await review.getByRole("button", { name: "Back to draft" }).click();
    await expect(page.getByRole("textbox", { name: /^Quantity/ })).toHaveCount(1);
    await expect(page.getByText(`Product ${bad} is not available for purchase.`)).toHaveCount(1);
    await expect(page.getByText(`Order in ${currency}`)).toHaveCount(0);
  });
});

test.describe("a draft that comes back", () => {
  test("as a template is used, renamed and deleted", async ({ asBuyer: page }) => {
    const name = `Weekly ${Date.now()}`;
    await openDraft(page, [await scenarioId(page, "Scenario: takes five minutes")], {
      note: "from template",
    });
    await page.getByRole("button", { name: "Save as template" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Save template" }).click();
    await page.getByRole("link", { name: "Templates" }).click();
    await page.getByRole("button", { name: `Rename ${name}` }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(`${name} b`);
    await page.getByRole("dialog").getByRole("button", { name: "Rename template" }).click();
    await page.getByRole("button", { name: `Use ${name} b` }).click();
    await expect(page).toHaveURL(/\/orders\/new\?draft=/);
    await expect(page.getByLabel("Note")).toHaveValue("from template");
    await page.goto("/orders/templates");
    await page.getByRole("button", { name: `Delete ${name} b` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
    await expect(page.getByRole("main").getByText(`${name} b`, { exact: true })).toHaveCount(0);
  });

  test("as the corrected copy of a rejected order has the service's message on its line", async ({
    asBuyer: page,
  }) => {
    const bad = await scenarioId(page, "Scenario: is not available for purchase (422)");
    await openDraft(page, [bad], { note: "for Ada", purchaseOrder: "PO-9", tags: "retail, weekly" });
    await page.getByRole("button", { name: "Review order" }).click();
    await placeAnyway(page);
    await page.getByRole("dialog").getByRole("link", { name: "View rejected order" }).click();
    await referenceOf(page);
    await page.getByRole("button", { name: "Edit and order again" }).click();
    await expect(page).toHaveURL(/\/orders\/new\?draft=/);
    await expect(page.getByText(`Product ${bad} is not available for purchase.`)).toBeVisible();
    await expect(page.getByLabel("Note")).toHaveValue("for Ada");
    await expect(page.getByLabel("Purchase order")).toHaveValue("PO-9");
    await expect(page.getByLabel("Tags")).toHaveValue("retail, weekly");
    await page.getByRole("textbox", { name: /^Quantity/ }).fill("1");
    await expect(page.getByText(`Product ${bad} is not available for purchase.`)).toHaveCount(0);
  });
});

test("purchase order, tags and note are changed on an order's page, and find it", async ({
  asBuyer: page,
}) => {
  const tag = `tag-${Date.now()}`;
  await openDraft(page, [await scenarioId(page, "Scenario: takes five minutes")]);
  await page.getByRole("button", { name: "Review order" }).click();
  await placeAnyway(page);
  const reference = await referenceOf(page);
  await page.getByRole("button", { name: "Edit purchase order, tags and note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Purchase order").fill("PO-77");
  await dialog.getByLabel("Tags").fill(` ${tag.toUpperCase()}, other`);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Purchase order, note or tags changed")).toBeVisible();
  await page.getByRole("link", { name: tag }).click();
  await expect(page.getByRole("link", { name: new RegExp(reference) })).toBeVisible();
  await page.goto(`/orders?q=${tag}`);
  await expect(page.getByRole("link", { name: new RegExp(reference) })).toBeVisible();
});

test("a note that one member saves leaves the tags that another one saved meanwhile", async ({
  asBuyer: page,
  asAdmin: other,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["slow", 1]], { purchaseOrder: "PO-78" });
  const dialogs = [page, other].map((each) => each.getByRole("dialog"));
  for (const each of [page, other]) {
    await each.goto(`/orders/${reference}`);
    await each.getByRole("button", { name: "Edit purchase order, tags and note" }).click();
  }
  await other.getByRole("dialog").getByLabel("Tags").fill("urgent");
  await page.getByRole("dialog").getByLabel("Note").fill("for Tuesday");
  for (const each of dialogs.toReversed()) {
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each).toBeHidden();
  }
  const saved: unknown = await (await page.request.get(`/api/orders/${reference}`)).json();
  expect(saved).toMatchObject({ purchaseOrder: "PO-78", tags: ["urgent"], note: "for Tuesday" });
});

test("tags that two members add and remove at once are all kept and removed", async ({
  asBuyer: page,
  asAdmin: other,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["slow", 1]], { tags: ["first", "second"] });
  for (const [each, tags] of [
    [page, "second, third"],
    [other, "first, second, fourth"],
  ] as const) {
    await each.goto(`/orders/${reference}`);
    await each.getByRole("button", { name: "Edit purchase order, tags and note" }).click();
    await expect(each.getByRole("dialog").getByLabel("Tags")).toHaveValue("first, second");
    await each.getByRole("dialog").getByLabel("Tags").fill(tags);
  }
  for (const each of [page, other]) {
    await each.getByRole("button", { name: "Save changes" }).click();
    await expect(each.getByRole("dialog")).toBeHidden();
  }
  const saved: unknown = await (await page.request.get(`/api/orders/${reference}`)).json();
  expect(saved).toMatchObject({ tags: ["second", "third", "fourth"] });
});

test("a refusal of the whole account is shown to everybody, until an order succeeds", async ({
  asBuyer: page,
  asSupport: support,
}) => {
  await openDraft(page, [await scenarioId(page, "Scenario: finds ordering disabled (403)")]);
  await page.getByRole("button", { name: "Review order" }).click();
  await placeAnyway(page);
  await expect(page.getByRole("dialog").getByText("API ordering is disabled").first()).toBeVisible();
  await support.goto("/orders");
  await expect(support.getByText("The service has rejected an order for the whole account")).toBeVisible();
  await openDraft(page, [await scenarioId(page, "Scenario: takes five minutes")]);
  await page.getByRole("button", { name: "Review order" }).click();
  await placeAnyway(page);
  await referenceOf(page);
  await support.goto("/orders");
  await expect(support.getByText("The service has rejected an order for the whole account")).toHaveCount(0);
});
