import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { walletViewSchema, type WalletReading } from "#lib/contracts/money/wallet.ts";
import { walletSnapshots } from "#server/db/schema/service.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import { readWallet as readShape } from "#server/serviceClient/readers/wallet.ts";
import { readWallet } from "#server/wallet/readWallet.ts";
import { catalogWorld, type CatalogWorld } from "./world.ts";
import { failure } from "./scriptedService.ts";

let world: CatalogWorld;
let answer: ServiceAnswer<WalletReading>;
beforeAll(async () => {
  world = await catalogWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  const service = await world.reset();
  await world.program.db.delete(walletSnapshots);
  Object.assign(service, { readWallet: () => Promise.resolve(answer) });
});

const told = (shape: unknown): ServiceAnswer<WalletReading> => ({
  ok: true,
  statusCode: 200,
  value: readShape(shape),
});
const snapshots = () => world.program.db.select().from(walletSnapshots);
const unreachable: ServiceAnswer<WalletReading> = {
  ok: false,
  failure: failure({ kind: "not_sent", detail: "The service cannot be reached." }),
};

describe("the wallet", () => {
  it("is what the service answers now, with every amount under its own name", async () => {
    answer = told({ balances: [{ currency: "KWD", available: 750_125, reserved: 0 }] });
    const wallet = await readWallet(world.request);
    expect(walletViewSchema.parse(wallet)).toEqual(wallet);
    expect(wallet).toMatchObject({
      stale: false,
      balances: [
        {
          currency: "KWD",
          amounts: [
            { name: "available", amount: 750_125 },
            { name: "reserved", amount: 0 },
          ],
        },
      ],
    });
  });

  it("is the last known one while the service is unreachable, with its time and the reason", async () => {
    answer = told({ EUR: 500 });
    await readWallet(world.request);
    const seenAt = world.clock.now();
    world.clock.advance(3_600_000);
    answer = unreachable;
    expect(await readWallet(world.request)).toMatchObject({
      stale: true,
      staleReason: "The service cannot be reached.",
      asOf: new Date(seenAt).toISOString(),
      balances: [{ currency: "EUR", amounts: [{ amount: 500 }] }],
    });
  });

  it("that was never read is an error, not zero", async () => {
    answer = unreachable;
    await expect(readWallet(world.request)).rejects.toMatchObject({ kind: "service-unreachable" });
  });

  it("that cannot be read has no balances and keeps the raw answer", async () => {
    answer = told({ money: "plenty" });
    expect(await readWallet(world.request)).toMatchObject({ balances: [], raw: { money: "plenty" } });
  });

  it("is stored once while it does not change, with the latest time", async () => {
    answer = told({ USD: 1, EUR: 500 });
    await readWallet(world.request);
    world.clock.advance(1_000);
    await readWallet(world.request);
    expect(await snapshots()).toMatchObject([{ at: world.clock.now() }]);
    answer = told({ USD: 1, EUR: 400 });
    await readWallet(world.request);
    expect(await snapshots()).toHaveLength(2);
  });

  it("is not shown to support", async () => {
    const { request } = world;
    await expect(
      readWallet({ ...request, actor: { ...request.actor, role: "support" } }),
    ).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});
