import { Button } from "#components/ui/actions/Button.tsx";

export type OlderButtonProps = {
  /** The list, page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** What it lists, such as "records". */
  of: string;
};

/** Shows the next page of a list below it; nothing at its end. */
export function OlderButton({ list, of }: OlderButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {`Show older ${of}`}
      </Button>
    </div>
  );
}
