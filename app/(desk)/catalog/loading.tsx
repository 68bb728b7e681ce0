import { Skeleton, SkeletonRows } from "#components/ui/Skeleton.tsx";

/** The catalog's own shape: filters at the side, search above the rows. */
export default function Loading() {
  return (
    <>
      <div className="mb-4 flex min-h-9 items-center">
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="gap-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="max-lg:hidden">
          <SkeletonRows rows={8} label="Loading the filters" />
        </div>
        <div>
          <Skeleton className="mb-3 h-9 w-full" />
          <SkeletonRows rows={14} label="Loading the catalog" />
        </div>
      </div>
    </>
  );
}
