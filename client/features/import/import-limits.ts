export const IMPORT_LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  /** Read together. */
  files: 2_000,
  zipEntries: 2_000,
  /** 50,000 requirements, with headings and rows above the table. */
  rows: 60_000,
  columns: 200,
  cells: 2_000_000,
  /** Limit on the characters of all cells together, since one shared string can fill every cell. */
  characters: 100_000_000,
  parseMs: 30_000,
} as const
