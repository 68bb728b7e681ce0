import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { role as roleName } from "#lib/contracts/member.ts";
import type { MemberView } from "#lib/contracts/member.ts";
import { ROLES } from "#lib/members/roles.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { readPlace } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { listMembers } from "#server/team/listMembers.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { prepareDataDir } from "#scripts/stack/dataDir.ts";
import { asOperator } from "#scripts/stack/operator.ts";
import { loadDotEnv } from "#scripts/stack/programs.ts";

const USAGE = `Usage: npm run member -- <what> [...]
  add EMAIL --role ${ROLES.join("|")} [--name NAME] [--password-stdin]
  list
  disable EMAIL
  enable EMAIL
  reset EMAIL [--password-stdin]     a new password; what the member has open ends
Without --password-stdin, a password is made and printed once.`;

type Wish = { verb: string; email: string; role: string; name: string; password: string | undefined };

async function member(args: string[]): Promise<number> {
  const wish = await readWish(args);
  loadDotEnv();
  const place = readPlace();
  if (place.databaseUrl !== null) {
    await probeDatabase(place.databaseUrl);
    return asOperator(place.databaseUrl, (request) => carryOut(request, wish));
  }
  prepareDataDir(place.dataDir);
  const embedded = await startEmbedded({ dataDir: place.dataDir });
  try {
    return await asOperator(embedded.url, (request) => carryOut(request, wish));
  } finally {
    await embedded.stop();
  }
}

async function readWish(args: string[]): Promise<Wish> {
  const { values, positionals } = parseOrExplain(args);
  const [verb = "", email = "", ...more] = positionals;
  const known = ["add", "list", "disable", "enable", "reset"].includes(verb);
  if (!known || more.length > 0 || (verb === "list") !== (email === "")) throw new StartupError(USAGE);
  if (verb === "add" && !roleName.safeParse(values.role).success) {
    throw new StartupError(`Give a role: --role ${ROLES.join(", --role ")}.`);
  }
  // Only the line break at the end is not part of the password.
  const password = values["password-stdin"] ? (await text(process.stdin)).replace(/\r?\n$/, "") : undefined;
  const name = values.name ?? email.split("@")[0] ?? email;
  return { verb, email: email.trim().toLowerCase(), role: values.role ?? "", name, password };
}

function parseOrExplain(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: "string" },
        name: { type: "string" },
        "password-stdin": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${why}\n${USAGE}`, { cause: error });
  }
}

async function carryOut(request: TeamRequest, wish: Wish): Promise<number> {
  if (wish.verb === "list") {
    for (const each of (await listMembers(request)).members) console.log(describe(each));
    return 0;
  }
  if (wish.verb === "add") {
    const { email, name, password } = wish;
    const role = roleName.parse(wish.role);
    const added = await addMember(request, { email, name, role, password });
    tellPassword(`${added.member.email} is a member now (${role}).`, wish, added.password);
    return 0;
  }
  const { id: memberId } = await find(request, wish.email);
  if (wish.verb === "reset") {
    const { password } = await resetPassword(request, { memberId, password: wish.password });
    tellPassword(`${wish.email} has a new password.`, wish, password);
  } else {
    console.log(describe(await changeMember(request, { memberId, disabled: wish.verb === "disable" })));
  }
  return 0;
}

async function find(request: TeamRequest, email: string): Promise<MemberView> {
  const found = (await listMembers(request)).members.find((each) => each.email === email);
  if (found === undefined)
    throw new StartupError(`There is no member ${email}; \`npm run member -- list\` shows all.`);
  return found;
}

function tellPassword(sentence: string, wish: Wish, password: string): void {
  console.log(wish.password === undefined ? `${sentence} Password: ${password}` : sentence);
}

function describe({ email, name, role, disabledAt }: MemberView): string {
  return `${email}\t${role}\t${name}${disabledAt === null ? "" : `\tdisabled since ${disabledAt}`}`;
}

await runCommand(member);
