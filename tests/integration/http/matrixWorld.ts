import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contracts/environment.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import { builtInGrants, grantsIn } from "#lib/members/grants.ts";
import type { Holder } from "#lib/members/roles.ts";
import { AUDIT_ACTIONS } from "#lib/audit/actions.ts";
import { DAY } from "#lib/time/instant.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import { orders, drafts } from "#server/db/schema/orders.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";
import { product, ScriptedService } from "#tests/integration/catalog/scriptedService.ts";
import { stackWithCatalog, type StackWithCatalog } from "#tests/integration/catalog/stackWithCatalog.ts";
import type { Member } from "#tests/support/testProgram.ts";

/** Values that each stand for a kind of data, wherever they appear in an answer. */
export const CANARY = {
  wallet: "wallet-canary-4711",
  code: "code-canary-4712",
  draft: "draft-canary-4713",
  view: "view-canary-4714",
  audit: "audit-canary-4715",
  /** In the details of every audit record about the codes of an order, and of every other one about an order. */
  codesDetail: "codes-detail-canary-4716",
  orderDetail: "order-detail-canary-4717",
} as const;
/** The same for an amount, which is a number. */
export const WALLET_AMOUNT = 770_012_399;

export const WALLET: WalletReading = {
  balances: [{ currency: "EUR", amounts: [{ name: "available", amount: WALLET_AMOUNT }] }],
  raw: { note: CANARY.wallet, available: WALLET_AMOUNT },
};

/** The built-in roles, and a custom one with different permissions in production and in the sandbox. */
export const MATRIX_ROLES = [...ROLES, "trainee"] as const;
export type MatrixRole = (typeof MATRIX_ROLES)[number];

const TRAINEE: RoleGrants = {
  account: ["audit.read"],
  sandbox: builtInGrants("buyer").sandbox,
  production: builtInGrants("viewer").production,
};

export type Cell = { role: MatrixRole; environment: Environment };

/** The grants of a member with the role in that environment. */
export function holderOf({ role, environment }: Cell): Holder {
  return role === "trainee" ? { role, grants: grantsIn(TRAINEE, environment) } : { role };
}

export type MatrixWorld = {
  stack: StackWithCatalog;
  /** One member of each role. */
  members: Record<MatrixRole, Member>;
  /** The role id that a member of the role has. */
  roleIdOf(role: MatrixRole): string;
  /** The reference of a completed order. */
  completed(environment: Environment): string;
  /** A separate row for a call that changes or removes it. */
  newView(owner: Member, environment: Environment): Promise<string>;
  newOrder(state: NewOrderState, environment: Environment, placedBy?: Member): Promise<string>;
};

type NewOrderState = "needs_review" | "processing" | "waiting" | "awaiting_approval";

/** A service that has every order, and whose answers contain values that must not be shown. */
class TellingService extends ScriptedService {
  override readWallet(): never {
    // The base class has no wallet; its type says so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Promise.resolve({ ok: true, statusCode: 200, value: WALLET }) as never;
  }
  override readOrder(): never {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Promise.resolve(orderAnswer()) as never;
  }
  override placeOrder(): never {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Promise.resolve(orderAnswer()) as never;
  }
}

function orderAnswer(): ServiceAnswer<OrderAnswer> {
  const report: OrderReport = {
    outcome: "completed",
    orderId: null,
    externalOrderCode: null,
    statusName: "COMPLETED",
    estimatedReadyAt: null,
    message: null,
    reason: null,
    delivered: 1,
    ordered: 1,
    namedOrdered: 1,
    currency: "EUR",
    price: 1_001,
    lines: [{ productId: 1, quantity: 1, price: 1_001 }],
    codeCount: 1,
    codesByProduct: [{ productId: 1, count: 1 }],
    wallet: WALLET,
  };
  const codes = [{ productId: 1, index: 0, fields: { pin: CANARY.code } }];
  return { ok: true, statusCode: 200, value: { report, codes } };
}

export async function createMatrixWorld(): Promise<MatrixWorld> {
  const stack = await stackWithCatalog();
  const traineeId = await insertTrainee(stack);
  const members = {
    admin: await stack.addMember("admin", "Ada"),
    approver: await stack.addMember("approver", "Arif"),
    buyer: await stack.addMember("buyer", "Bea"),
    support: await stack.addMember("support", "Suri"),
    viewer: await stack.addMember("viewer", "Vera"),
    trainee: await stack.addMember(traineeId, "Tim"),
  };
  for (const environment of ["sandbox", "production"] as const) {
    const service = new TellingService();
    service.products = [product(1)];
    stack.program.services[environment] = service;
    await stack.stock(environment, 3);
    await seed(stack, members, environment);
  }
  return {
    stack,
    members,
    roleIdOf: (role) => (role === "trainee" ? traineeId : role),
    completed: (environment) => `completed-${environment}`,
    newView: (owner, environment) => insertView(stack, owner, environment, randomUUID()),
    newOrder: async (state, environment, placedBy = members.buyer) => {
      const reference = `order-${randomUUID()}`;
      await insertOrder(stack, placedBy, environment, reference, state);
      return reference;
    },
  };
}

async function insertTrainee(stack: StackWithCatalog): Promise<string> {
  const now = stack.now();
  const { account, sandbox, production } = TRAINEE;
  const [row] = await stack.program.db
    .insert(customRoles)
    .values({
      name: "Trainee",
      nameKey: "trainee",
      accountGrants: account,
      sandboxGrants: sandbox,
      productionGrants: production,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: customRoles.id });
  if (!row) throw new Error("no role");
  return row.id;
}

async function seed(
  stack: StackWithCatalog,
  members: Record<MatrixRole, Member>,
  environment: Environment,
): Promise<void> {
  const orderRow = await insertOrder(
    stack,
    members.buyer,
    environment,
    `completed-${environment}`,
    "completed",
  );
  await recordEverything(stack, members.buyer, environment, orderRow);
  await insertView(stack, members.buyer, environment, `${CANARY.view}-${environment}`);
  const now = stack.now();
  await stack.program.db.insert(drafts).values({
    memberId: members.buyer.id,
    environment,
    draft: { externalOrderCode: "", note: `${CANARY.draft}-${environment}`, purchaseOrder: "", lines: [] },
    version: 1,
    savedAt: now,
  });
}

/** Records each action once, with a canary wherever details hold what somebody typed. */
async function recordEverything(
  stack: StackWithCatalog,
  actor: Member,
  environment: Environment,
  orderRow: string,
): Promise<void> {
  const records = Object.keys(AUDIT_ACTIONS).map((action) => {
    const isOfOrder = /^(order|codes)\./.test(action);
    const canary = action.startsWith("codes.")
      ? CANARY.codesDetail
      : isOfOrder
        ? CANARY.orderDetail
        : CANARY.audit;
    return {
      // Older than what budgets, alerts and releases count.
      at: stack.now() - 2 * DAY,
      environment,
      actorId: actor.id,
      action,
      orderRow: isOfOrder ? orderRow : null,
      details: {
        reason: `${canary}-${environment}`,
        customerReference: `${canary}-${environment}`,
        message: `${canary}-${environment}`,
      },
    };
  });
  await stack.program.db.insert(auditRecords).values(records);
}

async function insertOrder(
  stack: StackWithCatalog,
  placedBy: Member,
  environment: Environment,
  externalOrderCode: string,
  state: "completed" | NewOrderState,
): Promise<string> {
  const now = stack.now() - 3_600_000;
  const [row] = await stack.program.db
    .insert(orders)
    .values({
      environment,
      externalOrderCode,
      confirmationId: randomUUID(),
      origin: "placed",
      state,
      currency: "EUR",
      price: 1_001,
      // Another quantity than is ordered: an order of the same is asked about while this one is unresolved.
      lines: [
        {
          productId: 1,
          productName: "Product 1",
          price: 1_001,
          quantity: state === "needs_review" ? 2 : 1,
          countryCode: "DE",
        },
      ],
      placedBy: placedBy.id,
      delivered: 1,
      ordered: 1,
      wallet: WALLET,
      placedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: orders.id });
  if (!row) throw new Error("no order");
  return row.id;
}

async function insertView(
  stack: StackWithCatalog,
  owner: Member,
  environment: Environment,
  name: string,
): Promise<string> {
  const now = stack.now();
  const [row] = await stack.program.db
    .insert(savedViews)
    .values({
      environment,
      memberId: owner.id,
      shared: false,
      name,
      nameKey: name,
      query: "q=card",
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: savedViews.id });
  if (!row) throw new Error("no view");
  return row.id;
}
