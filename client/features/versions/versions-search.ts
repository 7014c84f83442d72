import { DIFF_STATUSES, type DiffStatus } from '#schema/rules/diff/diff-status.ts'

/** The comparison in the address. */
export interface VersionsSearch {
  /** The project that holds the compared version. */
  with?: string
  /** The shown statuses, joined by dots; absent = those that differ. */
  show?: string
}

const DIFFERING: readonly DiffStatus[] = DIFF_STATUSES.filter((status) => status !== 'UNCHANGED')

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const parseVersionsSearch = (raw: Record<string, unknown>): VersionsSearch => {
  const [compared, show] = [textOf(raw['with']), textOf(raw['show'])]
  return {
    ...(compared === undefined ? {} : { with: compared }),
    ...(show === undefined ? {} : { show }),
  }
}

/** The shown statuses; without a known one, all that differ. */
export const shownStatuses = ({ show }: VersionsSearch): ReadonlySet<DiffStatus> => {
  const wanted = new Set((show ?? '').split('.'))
  const known = DIFF_STATUSES.filter((status) => wanted.has(status.toLowerCase()))
  return new Set(known.length === 0 ? DIFFERING : known)
}

/** The text of `show`; undefined = the default. */
export const showOf = (statuses: ReadonlySet<DiffStatus>): string | undefined => {
  const isDefault =
    statuses.size === DIFFERING.length && DIFFERING.every((status) => statuses.has(status))
  if (isDefault || statuses.size === 0) return undefined
  return DIFF_STATUSES.filter((status) => statuses.has(status))
    .map((status) => status.toLowerCase())
    .join('.')
}
