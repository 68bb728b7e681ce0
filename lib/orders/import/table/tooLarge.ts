import { ImportRefusal } from "./importRefusal.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { formatCount } from "#lib/text/counts.ts";

export function tooWide(): ImportRefusal {
  return new ImportRefusal(
    `This table has more than ${formatCount(IMPORT_LIMITS.columns)} columns. Keep the columns of the order, then try again.`,
  );
}

export function tooLong(): ImportRefusal {
  const most = formatCount(IMPORT_LIMITS.rows);
  return new ImportRefusal(`This table has more than ${most} rows. Split it, then try again.`);
}
