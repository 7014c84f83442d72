import { isColumnRole, type ColumnRole, type ImportMapping } from './excel-rows-mapping.ts'

/** A mapping by the names of columns, for the next file of the same shape. */
export interface RememberedMapping extends Omit<ImportMapping, 'columns' | 'skipped' | 'only'> {
  roles: Readonly<Record<string, ColumnRole>>
}

const nameKey = (name: string): string => name.trim().toLowerCase()

/**
 * What is remembered of a mapping; null if two columns that are imported have the same name or one
 * has none, so that the names would not tell them apart.
 */
export const rememberMapping = (
  names: readonly string[],
  { columns, skipped: _skipped, only: _only, ...rest }: ImportMapping,
): RememberedMapping | null => {
  const roles = new Map<string, ColumnRole>()
  for (const [column, role] of columns.entries()) {
    const key = nameKey(names[column] ?? '')
    const known = roles.get(key)
    if (role === 'ignore' && (key === '' || known !== undefined)) continue
    if (key === '' || (known !== undefined && known !== 'ignore')) return null
    roles.set(key, role)
  }
  return { ...rest, roles: Object.fromEntries(roles) }
}

/**
 * The remembered mapping for a sheet; null if a column that it imports is missing. Columns that it
 * does not know, and rows to leave out, are as guessed.
 */
export const recallMapping = (
  names: readonly string[],
  guessed: ImportMapping,
  { roles, ...rest }: RememberedMapping,
): ImportMapping | null => {
  const there = new Set(names.map(nameKey))
  const wanted = Object.entries(roles).filter(([, role]) => role !== 'ignore')
  if (wanted.length === 0 || wanted.some(([key]) => !there.has(key))) return null
  const taken = new Set(wanted.map(([, role]) => role))
  const columns = names.map((name, column): ColumnRole => {
    const key = nameKey(name)
    const known = Object.hasOwn(roles, key) ? roles[key] : undefined
    if (known !== undefined) return isColumnRole(known) ? known : 'ignore'
    const role = guessed.columns[column] ?? 'ignore'
    // The remembered id, requirement and description stay the only ones.
    const isSingle = role === 'id' || role === 'name' || role === 'description'
    return isSingle && taken.has(role) ? 'ignore' : role
  })
  const { skipped, only } = guessed
  return {
    ...rest,
    columns,
    ...(skipped === undefined ? {} : { skipped }),
    ...(only === undefined ? {} : { only }),
  }
}
