/**
 * The business constants of the specification. Limits of single fields are in
 * entities/field-limits.ts.
 */
export const LIMITS = {
  passwordLength: 12,
  pageSize: 10,
  notificationPageSize: 10,

  projectLoadMs: 60_000,
  /** A copy of the largest project takes seconds; a busy server takes several times as long. */
  copyMs: 120_000,
  toastMs: 3_000,
  storedToastMs: 4_000,
  importToastMs: 12_000,
  bulkUpdateToastMs: 12_000,
  exportToastMs: 6_000,
  idleMs: 14_400_000,
  openingRequestMs: 86_400_000,
  notificationReconnectMs: 60_000,
  tourDelayMs: 150,
  chunkLoadMs: 120_000,

  reauthenticationAttempts: 3,

  gridColumns: 12,
  /** Percent: the total of the packages of a project, and of the documents of a package. */
  weightTotal: 100,
  statementComplete: 100,
  currencyDecimals: 2,

  avatarSizePx: 30,
  screenshotWidthPx: 4_000,
  screenshotHeightPx: 3_000,
} as const

/** The largest archive that a project is restored from. */
export const RESTORE_LIMITS = {
  bytes: 1_000_000_000,
  unpackedBytes: 10_000_000_000,
  rows: 500_000,
  /** Characters of one line, and of all lines: a file of some megabytes can unpack to far more. */
  lineBytes: 4_000_000,
  textBytes: 500_000_000,
  /** Restored projects of an organization, and the bytes of all their lines. */
  organizationProjects: 200,
  organizationTextBytes: 5_000_000_000,
} as const

export const CURRENCY = 'EUR'

export const SORT_KEYS = ['weight', 'updatedOn', 'createdOn', 'name'] as const
export type ProjectSortKey = (typeof SORT_KEYS)[number]
export const DEFAULT_SORT = { field: 'updatedOn', direction: 'DESC' } as const satisfies {
  field: ProjectSortKey
  direction: 'ASC' | 'DESC'
}

/** Columns of a requirement that table filters treat as parameters. */
export const PSEUDO_PARAMETERS = { fullId: -1, section: -2, name: -3 } as const
export const DEFAULT_THEME = 'dark'
