import { expect, test } from "#e2e/fixtures/test.ts";

test("at 200 % the header scrolls away, and stays in sight in a window that is high enough", async ({
  asBuyer: page,
}) => {
  const header = page.getByRole("banner");
  for (const { width, height, isKept } of [
    { width: 640, height: 360, isKept: false },
    { width: 1_280, height: 720, isKept: true },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto("/help", { waitUntil: "networkidle" });
    const top = (await header.boundingBox())?.y ?? -1;
    expect(await header.evaluate((bar) => bar.getClientRects().length)).toBe(1);
    // One row, whatever its width.
    expect((await header.boundingBox())?.height).toBe(48);
    await page.evaluate(() => scrollTo(0, 600));
    if (isKept) await expect.poll(async () => (await header.boundingBox())?.y).toBe(top);
    else await expect(header).not.toBeInViewport();
    // The environment is said at every scroll position.
    await expect(page.getByRole("complementary", { name: "Environment" })).toBeInViewport();
  }
});
