import { expect, test } from "@playwright/test";
import { signInAs } from "#scripts/browser/session.ts";
import { queueJob } from "#scripts/testStack/queueJob.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { asIfChangedYesterday, doneDigestJobs } from "#e2e/support/digests.ts";
import { resyncCatalog } from "#e2e/support/resyncCatalog.ts";
import { startMailServer, type MailServer } from "#tests/support/mailServer.ts";

let stack: TestStack;
let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer();
  stack = await startTestStack({
    products: 50,
    variables: { MAIL_URL: mail.url, MAIL_FROM: "Codedesk <codedesk@partner.example>" },
  });
});
test.afterAll(async () => {
  await stack.stop();
  await mail.close();
});

test("a daily digest of catalog changes is mailed once, and its link asks who it is before it shows them", async ({
  browser,
}) => {
  const member = stack.members.find(({ role }) => role === "buyer");
  if (member === undefined) throw new Error("there is no buyer");
  const storageState = await signInAs(stack, "buyer");
  const page = await (await browser.newContext({ baseURL: stack.url, storageState })).newPage();
  await page.goto("/settings?tab=notices", { waitUntil: "networkidle" });
  await page.getByRole("combobox", { name: "Catalog changes" }).selectOption("Daily digest");
  await expect
    .poll(async () => (await (await page.request.get("/api/settings/notices")).json()).catalogChanges)
    .toBe("digest");
  await resyncCatalog(stack);
  await asIfChangedYesterday(stack, member.email);

  const digests = () =>
    mail.mails.filter(({ to, text }) => to === member.email && text.includes("/catalog/changes"));
  await queueJob(stack.databaseUrl, "catalog-digests");
  await expect.poll(() => digests().length).toBe(1);
  const link = /https?:\/\/\S+\/catalog\/changes\?\S+/.exec(digests()[0]?.text ?? "")?.[0] ?? "";
  expect(new URL(link).searchParams.get("environment")).toBe("sandbox");

  const stranger = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/sign-in/);
  await expect(stranger.getByRole("heading", { name: "Catalog changes" })).toBeHidden();
  await stranger.getByLabel("E-mail").fill(member.email);
  await stranger.getByLabel("Password").fill(member.password);
  await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(stranger).toHaveURL(/\/catalog\/changes\?/);
  await expect(stranger.getByRole("heading", { name: "Catalog changes", level: 1 })).toBeVisible();

  // Whoever asks again makes no other.
  const before = await doneDigestJobs(stack);
  await queueJob(stack.databaseUrl, "catalog-digests");
  await expect.poll(() => doneDigestJobs(stack)).toBeGreaterThan(before);
  expect(digests()).toHaveLength(1);
});
