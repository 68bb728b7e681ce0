/** A text in which these values occur, such as the name of a member: a browser that translates the page leaves them as they are. */
export function WithValues({
  text,
  values,
}: {
  text: string;
  values: readonly (string | null | undefined)[];
}) {
  const [value, ...others] = values;
  if (value === undefined || value === null || value === "" || !text.includes(value)) {
    return others.length === 0 ? text : <WithValues text={text} values={others} />;
  }
  const at = text.indexOf(value);
  return (
    <>
      <WithValues text={text.slice(0, at)} values={others} />
      <bdi translate="no">{value}</bdi>
      <WithValues text={text.slice(at + value.length)} values={others} />
    </>
  );
}
