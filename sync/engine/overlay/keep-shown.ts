import type { Row } from '#schema/entities/rows.ts'
import { parseRowKey, type Written } from './device-tx.ts'
import type { OutboxEntry, StorageTx } from '../ports.ts'

type Change = Written extends Map<string, infer C> ? C : never
type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `row` with one field as `shown` has it; of what lies inside a text, the whole text. */
const withField = (row: Row, shown: Row, field: string): Row => {
  const [column = field] = field.split('.', 1)
  const { [column]: mine } = shown as unknown as Fields
  const { [column]: other } = row as unknown as Fields
  const name = field.slice(column.length + 1)
  if (name === '' || !isRecord(mine) || !isRecord(other)) return { ...row, [column]: mine }
  const { [name]: _, ...rest } = other
  return { ...row, [column]: Object.hasOwn(mine, name) ? { ...rest, [name]: mine[name] } : rest }
}

/** The fields of a row that an entry wrote, as its base names them. */
const fieldsOf = (key: string, entry: OutboxEntry): string[] =>
  Object.keys(entry.base).flatMap((name) =>
    name.startsWith(`${key}#`) ? [name.slice(key.length + 1)] : [],
  )

/**
 * A row that was made here from nothing or brought back, now that the server's has come: that one, with the fields that the entries wrote as they are
 * shown. As it is shown, where what they wrote has no name.
 */
export const layOwnOver = (
  key: string,
  base: Row,
  shown: Row,
  entries: readonly OutboxEntry[],
): Row => {
  const own = entries.filter((entry) => entry.touched.includes(key))
  const isNamed =
    parseRowKey(key).entity === 'commitment' ||
    own.every((entry) => entry.command === 'content.restore' || fieldsOf(key, entry).length > 0)
  return isNamed
    ? own
        .flatMap((entry) => fieldsOf(key, entry))
        .reduce((row, field) => withField(row, shown, field), base)
    : shown
}

/** An edit that can no longer be run (the state changed, say), among those that run before and after it. */
interface Stuck {
  projectId: string
  entry: OutboxEntry
  later: readonly OutboxEntry[]
  /** Of its command. */ spread: readonly string[]
}

/**
 * What it wrote stays on the screen as the person wrote it, until the server has decided: its own fields, laid over what else is known by now, and
 * not without its row. What replaced no value, such as a submission, is shown as the server has it.
 */
export const keepShown = async (
  tx: StorageTx,
  { projectId, entry, later, spread }: Stuck,
  written: Written,
): Promise<Change[]> => {
  const kept: Change[] = []
  for (const key of entry.touched) {
    const { entity, id } = parseRowKey(key)
    const base = await tx.baseRow(projectId, entity, id)
    const over = await tx.overlayRow(projectId, entity, id)
    if (base === undefined || over === undefined) continue
    const current = written.has(key) ? (written.get(key)?.row ?? null) : base
    if (over.row === null) {
      if (over.lastMid === entry.mid) kept.push({ entity, id, row: null })
      continue
    }
    const { row: shown } = over
    const fields = [...spread, ...fieldsOf(key, entry)].filter(
      (field) => !later.some((one) => Object.hasOwn(one.base, `${key}#${field}`)),
    )
    if (current !== null && fields.length > 0)
      kept.push({
        entity,
        id,
        row: fields.reduce((row, field) => withField(row, shown, field), current),
      })
  }
  return kept
}
