import { Skeleton, SkeletonRows } from "#components/ui/Skeleton.tsx";

/** The shape most pages have: a title and rows. Pages with another shape bring their own. */
export default function Loading() {
  return (
    <>
      <div className="mb-4 flex min-h-9 items-center">
        <Skeleton className="h-5 w-40" />
      </div>
      <SkeletonRows rows={8} label="Loading the page" />
    </>
  );
}
