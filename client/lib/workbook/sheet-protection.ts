/** Protects locked cells without a password; filters and widths stay free. */
export const SHEET_PROTECTION = {
  sheet: true,
  selectLockedCells: true,
  selectUnlockedCells: true,
  formatCells: true,
  formatColumns: true,
  formatRows: true,
  autoFilter: true,
  sort: true,
}
/** Rows can be added and removed, too. */
export const OPEN_SHEET_PROTECTION = { ...SHEET_PROTECTION, insertRows: true, deleteRows: true }
