/** An e-mail address that breaks before its domain where it does not fit in one line. */
export function EmailAddress({ address }: { address: string }) {
  const at = Math.max(0, address.lastIndexOf("@"));
  return (
    <span translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
