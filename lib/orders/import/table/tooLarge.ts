import { ImportRefusal } from "./importRefusal.ts";
import { IMPORT_LIMITS } from "./limits.ts";

export function tooWide(): ImportRefusal {
  return new ImportRefusal(
    `This table has more than ${IMPORT_LIMITS.columns} columns. Keep the columns of the order, then try again.`,
  );
}

export function tooLong(): ImportRefusal {
  const most = IMPORT_LIMITS.rows.toLocaleString("en");
  return new ImportRefusal(`This table has more than ${most} rows. Split it, then try again.`);
}
