import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { roleSchema } from "#lib/contracts/team/member.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { readLaunchSettings } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { allowFirstFactor } from "#server/team/allowFirstFactor.ts";
import { listMembers } from "#server/team/listMembers.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { resetSecondFactor } from "#server/team/resetSecondFactor.ts";
import { unlinkIdentities } from "#server/team/unlinkIdentities.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { asOperatorOf } from "#scripts/launch/operator.ts";
import { loadDotEnv } from "#scripts/launch/programs.ts";

const USAGE = `Usage: npm run member -- COMMAND [...]
  add EMAIL --role ${ROLES.join("|")} [--name NAME] [--password-stdin]
  list
  disable EMAIL
  enable EMAIL
  reset EMAIL [--password-stdin]     sets a new password and ends all sessions of the member
  reset-factor EMAIL                 removes the second factors and recovery codes, and ends all sessions
  allow-factor EMAIL                 lets a member add the first second factor within an hour whose identity provider
                                     does not say when it saw them
  unlink EMAIL                       forgets the member's accounts at the identity provider
Without --password-stdin, a one-time password is generated and printed once.`;

type MemberCommand = {
  verb: string;
  email: string;
  role: string;
  name: string;
  password: string | undefined;
};

async function member(args: string[]): Promise<number> {
  const command = await readCommand(args);
  loadDotEnv();
  return asOperatorOf(readLaunchSettings(), (request) => execute(request, command));
}

async function readCommand(args: string[]): Promise<MemberCommand> {
  const { values, positionals } = parseArguments(args);
  const [verb = "", email = "", ...more] = positionals;
  const known = [
    "add",
    "list",
    "disable",
    "enable",
    "reset",
    "reset-factor",
    "allow-factor",
    "unlink",
  ].includes(verb);
  if (!known || more.length > 0 || (verb === "list") !== (email === "")) throw new StartupError(USAGE);
  if (verb === "add" && !roleSchema.safeParse(values.role).success) {
    throw new StartupError(`Give the member one of the roles: --role ${ROLES.join("|")}.`);
  }
  // Only the line break at the end does not belong to the password.
  const password = values["password-stdin"] ? (await text(process.stdin)).replace(/\r?\n$/, "") : undefined;
  const name = values.name ?? email.split("@")[0] ?? email;
  return { verb, email: email.trim().toLowerCase(), role: values.role ?? "", name, password };
}

function parseArguments(args: string[]) {
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
    const why = errorMessage(error);
    throw new StartupError(`${why}\n${USAGE}`, { cause: error });
  }
}

async function execute(request: TeamRequest, command: MemberCommand): Promise<number> {
  if (command.verb === "list") {
    for (const each of (await listMembers(request)).members) console.log(describe(each));
    return 0;
  }
  if (command.verb === "add") {
    const { email, name, password } = command;
    const role = roleSchema.parse(command.role);
    const added = await addMember(request, { email, name, role, password });
    printPassword(`${added.member.email} was added (${role}).`, command, added.password);
    return 0;
  }
  const { id: memberId } = await find(request, command.email);
  if (command.verb === "reset") {
    const { password } = await resetPassword(request, { memberId, password: command.password });
    printPassword(`${command.email} has a new password.`, command, password);
  } else if (command.verb === "reset-factor") {
    await resetSecondFactor(request, { memberId });
    console.log(`${command.email} has no second factor any more, and is signed out everywhere.`);
  } else if (command.verb === "allow-factor") {
    await allowFirstFactor(request, { memberId });
    console.log(`${command.email} signs in again and adds a second factor within an hour, in the settings.`);
  } else if (command.verb === "unlink") {
    const { unlinked } = await unlinkIdentities(request, { memberId });
    console.log(`${command.email}: ${unlinked} linked accounts forgotten.`);
  } else {
    console.log(describe(await changeMember(request, { memberId, disabled: command.verb === "disable" })));
  }
  return 0;
}

async function find(request: TeamRequest, email: string): Promise<MemberView> {
  const found = (await listMembers(request)).members.find((each) => each.email === email);
  if (found === undefined)
    throw new StartupError(`There is no member ${email}; \`npm run member -- list\` lists all members.`);
  return found;
}

function printPassword(sentence: string, command: MemberCommand, password: string | null): void {
  const isGenerated = command.password === undefined && password !== null;
  console.log(isGenerated ? `${sentence} One-time password: ${password}` : sentence);
}

function describe({ email, name, role, disabledAt }: MemberView): string {
  return `${email}\t${role}\t${name}${disabledAt === null ? "" : `\tdisabled since ${disabledAt}`}`;
}

await runCommand(member);
