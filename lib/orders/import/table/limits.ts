/** What one import may hold; more is refused with words, and nothing of it is read. */
export const IMPORT_LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  /** Characters of all cells. */
  characters: 64 * 1024 * 1024,
  /** All parts of a workbook that are read, unpacked. */
  unpackedBytes: 128 * 1024 * 1024,
  /** How many times larger than packed a part may become; small parts are not asked. */
  ratio: 250,
  ratioFrom: 4 * 1024 * 1024,
  /** Worksheets offered to choose from. */
  sheets: 100,
};
