import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MemberRequest } from "#server/context/context.ts";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { members } from "#server/db/schema/members.ts";
import { DEFAULT_RETENTION_DAYS } from "#server/config/retentionDays.ts";
import { NO_PROXIES } from "#server/config/trustedProxies.ts";
import { finishInFlight } from "#server/orders/worker/inFlightWork.ts";
import { createProgram } from "#server/program.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

export type OrderStack = {
  request: MemberRequest;
  sandbox: Sandbox;
  databaseUrl: string;
  stop(): Promise<void>;
};

/** Starts verbs and ledger in this process, without pages: the database writes to the disk, and the sandbox is a separate process. */
export async function startOrderStack({ products = 50 } = {}): Promise<OrderStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "codedesk-bench-"));
  // If this runs as root, the database's account must be able to enter the directory.
  chmodSync(dataDir, 0o711);
  const [database, sandbox] = await Promise.all([startEmbedded({ dataDir }), startSandbox({ products })]);
  await migrate(database.url);
  const { program, close } = createProgram({
    databaseUrl: database.url,
    services: { sandbox: { baseUrl: sandbox.url, keys: [sandbox.key] } },
    filterParams: {
      country: "country",
      language: "language",
      brand: "brand",
      category: "category",
      tag: "tag",
    },
    authSecret: "unused",
    ownAddress: null,
    fingerprintKey: new Uint8Array(32).fill(7),
    recentOrderMs: 0,
    recentBatchMs: 0,
    accountWaitMs: 0,
    holdsOrders: false,
    oidc: null,
    mail: null,
    allowPrivateWebhooks: false,
    passwordSignIn: true,
    allowPlainHttp: false,
    trustedProxies: NO_PROXIES,
    revealLimits: DEFAULT_REVEAL_LIMITS,
    retentionDays: DEFAULT_RETENTION_DAYS,
    auditAnchorFile: null,
    metricsToken: null,
    pointers: {},
    demo: null,
    tracing: null,
    logLevel: "error",
  });
  const now = program.clock.now();
  const [member] = await program.db
    .insert(members)
    .values({
      email: "bench@partner.example",
      name: "Bench",
      role: "buyer",
      passwordHash: "none",
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (member === undefined) throw new Error("no member");
  const { id, email, name, role } = member;
  const signIn = { by: "password", authenticatedAt: now, userAgent: null, address: null } as const;
  const sessionId = await openSession(program, id, signIn);
  const actor = { id, email, name, role };
  return {
    request: { ...program, actor, sessionId, environment: "sandbox", requestId: "bench" },
    sandbox,
    databaseUrl: database.url,
    stop: async () => {
      await finishInFlight(program.instanceId);
      await close();
      await Promise.all([sandbox.dispose(), database.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
