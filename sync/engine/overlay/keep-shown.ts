import type { Row } from '#schema/entities/rows.ts'
import { parseRowKey, type WrittenRow, type WrittenRows } from './device-tx.ts'
import type { OutboxEntry, StorageTx } from '../ports.ts'

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies one field from `shown` to `row`; for a part of a text, the whole text. */
const withField = (row: Row, shown: Row, field: string): Row => {
  const [column = field] = field.split('.', 1)
  const { [column]: mine } = shown as unknown as Fields
  const { [column]: other } = row as unknown as Fields
  const name = field.slice(column.length + 1)
  if (name === '' || !isRecord(mine) || !isRecord(other)) return { ...row, [column]: mine }
  const { [name]: _, ...rest } = other
  return { ...row, [column]: Object.hasOwn(mine, name) ? { ...rest, [name]: mine[name] } : rest }
}

/** The fields of a row that an entry wrote, according to its base. */
const fieldsOf = (key: string, entry: OutboxEntry): string[] =>
  Object.keys(entry.base).flatMap((name) =>
    name.startsWith(`${key}#`) ? [name.slice(key.length + 1)] : [],
  )

/**
 * When the server's copy of a locally created or restored row arrives, keeps it and overlays the
 * fields that the entries edited. Where an entry names no fields, keeps the row as the device shows
 * it.
 */
export const layOwnOver = (
  key: string,
  { base, shown }: { base: Row; shown: Row },
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

/** An edit that cannot run any more, for example because the project changed its state. */
interface Stuck {
  projectId: string
  entry: OutboxEntry
  /** Entries of the outbox that were written after the stuck one. */
  later: readonly OutboxEntry[]
  /** Fields that the command writes into rows without naming them in the base. */
  spread: readonly string[]
}

/**
 * Keeps the words of a stuck edit on the screen until its verdict: overlays its fields on the
 * newest row, as long as the row exists. An edit that replaced no value, such as a submission,
 * shows the server's row.
 */
export const keepShown = async (
  tx: StorageTx,
  { projectId, entry, later, spread }: Stuck,
  written: WrittenRows,
): Promise<WrittenRow[]> => {
  const kept: WrittenRow[] = []
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
