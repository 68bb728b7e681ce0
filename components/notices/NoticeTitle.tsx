import { noticeTitle, type Told } from "#lib/notices/words.ts";

/** The title of a notice. A browser translates its words, but not the reference, member or currency among them. */
export function NoticeTitle({ notice }: { notice: Told }) {
  const { member, reference, currency } = (notice.count === 1 ? notice.subjects[0] : undefined) ?? {};
  return <Untranslated text={noticeTitle(notice)} values={[member, reference, currency]} />;
}

function Untranslated({ text, values }: { text: string; values: readonly (string | undefined)[] }) {
  const [value, ...others] = values;
  if (value === undefined || value === "" || !text.includes(value)) {
    return others.length === 0 ? text : <Untranslated text={text} values={others} />;
  }
  const at = text.indexOf(value);
  return (
    <>
      <Untranslated text={text.slice(0, at)} values={others} />
      <bdi translate="no">{value}</bdi>
      <Untranslated text={text.slice(at + value.length)} values={others} />
    </>
  );
}
