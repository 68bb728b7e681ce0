import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { channelsOf, mayBeTold } from "#lib/notices/audience.ts";
import { catalogParagraphs } from "#lib/notices/catalogWords.ts";
import { noticeAdvice, noticeLink, noticeTitle, orderedWords } from "#lib/notices/words.ts";
import { paths } from "#lib/paths.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import { formatCount } from "#lib/text/counts.ts";
import { givenName, givenText } from "#lib/text/givenText.ts";
import { inRegionOfMember } from "#server/context/currentRegion.ts";
import type { Program } from "#server/context/context.ts";
import { holderIn } from "#server/context/holderIn.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { noticeChoices, notices } from "#server/db/schema/notices.ts";

/**
 * Mails a notice to its member, once; not if the member was disabled, may no longer see it or has switched it off since. Throws
 * what the mail server says, and is then to be tried again. Numbers are written in the member's region.
 */
export async function sendNoticeMail(program: Program, noticeId: string): Promise<void> {
  const { db, clock, mailer, ownAddress } = program;
  if (mailer === undefined || ownAddress === undefined) return;
  const [found] = await db
    .select({ notice: notices, member: members, customRole: customRoles, choices: noticeChoices })
    .from(notices)
    .innerJoin(members, eq(members.id, notices.memberId))
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .leftJoin(noticeChoices, eq(noticeChoices.memberId, notices.memberId))
    .where(and(eq(notices.id, noticeId), isNull(notices.mailedAt), isNull(members.disabledAt)));
  if (found === undefined) return;
  const { notice, member, customRole, choices } = found;
  const holder = holderIn(member.role, customRole, notice.environment);
  if (!mayBeTold(holder, notice.kind) || !channelsOf(holder, choices ?? {}, notice.kind).mail) return;
  const mail = inRegionOfMember(member, () => mailOf(notice, member.name, ownAddress));
  await mailer.send({ to: member.email, id: notice.id, ...mail });
  await db.update(notices).set({ mailedAt: clock.now() }).where(eq(notices.id, noticeId));
}

/** The content of the mail: what the dashboard shows of the notice, and a link to it. */
export function mailOf(
  notice: Pick<typeof notices.$inferSelect, "kind" | "count" | "subjects" | "environment">,
  name: string,
  ownAddress: string,
): { subject: string; text: string } {
  const subjects = notice.subjects.map(subjectInMail);
  const title = noticeTitle({ ...notice, subjects });
  const named = subjects.flatMap((subject) => {
    const ordered = orderedWords(subject);
    if (ordered === undefined) return [];
    return notice.count === 1 ? ordered : `${subject.reference ?? ""}: ${ordered}`;
  });
  const more = notice.count - notice.subjects.length;
  const choices = new URL(paths.settings("notices"), ownAddress).href;
  const paragraphs = [
    `Hello ${givenText(name)},`,
    notice.environment === "sandbox" ? `${title} (sandbox).` : `${title}.`,
    [...named, ...(named.length > 0 && more > 0 ? [`… and ${formatCount(more)} more`] : [])].join("\n"),
    ...subjects.flatMap(({ catalog }) => (catalog === undefined ? [] : catalogParagraphs(catalog))),
    noticeAdvice(notice.kind),
    noticeLink(notice, ownAddress),
    `You get this mail because of your choices in Codedesk: ${choices}`,
  ];
  const subject = notice.environment === "sandbox" ? `[Sandbox] ${title}` : title;
  return { subject, text: `${paragraphs.filter((each) => each !== "").join("\n\n")}\n` };
}

/** What people typed and the service named stays data: quoted or on one line, never a paragraph of the mail. */
function subjectInMail({ member, order, catalog, ...texts }: NoticeSubject): NoticeSubject {
  const { firstProductName = null } = order ?? {};
  const named = catalog?.named.map((each) => ({ ...each, name: givenText(each.name) }));
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, givenText(text)])),
    ...(member === undefined ? {} : { member: givenName(member) }),
    ...(catalog === undefined || named === undefined ? {} : { catalog: { ...catalog, named } }),
    ...(order === undefined
      ? {}
      : {
          order: {
            ...order,
            firstProductName: firstProductName === null ? null : givenText(firstProductName),
          },
        }),
  };
}
