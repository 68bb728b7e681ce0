import { noticeTitle, type Told } from "#lib/notices/words.ts";
import { WithValues } from "#components/ui/display/WithValues.tsx";

/** The title of a notice. A browser translates its words, but not the reference, member or currency among them. */
export function NoticeTitle({ notice }: { notice: Told }) {
  const { member, reference, currency } = (notice.count === 1 ? notice.subjects[0] : undefined) ?? {};
  return <WithValues text={noticeTitle(notice)} values={[member, reference, currency]} />;
}
