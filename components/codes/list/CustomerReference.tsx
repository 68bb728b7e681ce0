/** A customer's reference with its case and white space as typed. */
export function CustomerReference({ written }: { written: string }) {
  return (
    <bdi translate="no" className="font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
      {written}
    </bdi>
  );
}
