import type { HistoryEntry } from '#client/lib/history-copy.ts'
import type { WaitingEdit } from '#client/lib/unsent-edits.ts'

export interface WaitingEntry {
  key: string
  entry: HistoryEntry
  /** The person's action, where the entry has no values. */
  action: string
}

interface Place {
  /** Whether the history is about this row. */
  isAbout: (entity: string, id: string) => boolean
  /** The label of the row, and the name of a field of its answer; null = unknown. */
  labelOf: (rowId: string) => string
  nameOf: (rowId: string, field: string) => string | null
  actor: string
}

const TOLD = ['document', 'section', 'requirement', 'commitment', 'override'] as const
type Told = (typeof TOLD)[number]

const KIND: readonly (readonly [RegExp, HistoryEntry['kind']])[] = [
  [/\.(create|createBulk|restore)$/, 'created'],
  [/\.delete$/, 'deleted'],
]
/** Recorded for undo, or without a value that is a text. */
const UNTOLD = /^(place|removed|definition\..*|members)$/

type Value = HistoryEntry['changes'][number]['before']
const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** What the edit writes into the fields of one row: its values, its patch or its own arguments. */
const writtenTo = (args: unknown, rowId: string): Record<string, unknown> => {
  const whole = objectOf(args)
  const items = Array.isArray(whole['items']) ? whole['items'].map(objectOf) : [whole]
  const [top] = rowId.split('.')
  const item = items.find(({ id, requirementId = id }) => requirementId === top) ?? whole
  return objectOf(item['values'] ?? item['patch'] ?? item)
}

const changesOf = (edit: WaitingEdit, key: string, { nameOf }: Place): HistoryEntry['changes'] => {
  const rowId = key.slice(key.indexOf('/') + 1)
  const written = writtenTo(edit.args, rowId)
  return Object.entries(edit.base).flatMap(([recorded, before]) => {
    const field = recorded.slice(key.length + 1)
    if (!recorded.startsWith(`${key}#`) || UNTOLD.test(field)) return []
    const after = written[field.replace(/^values\./, '')]
    if (!isValue(before) || !isValue(after) || before === after) return []
    return [{ field, label: nameOf(rowId, field), before, after }]
  })
}

/** The unsent edits as entries of a history, newest first. */
export const waitingEntries = (edits: readonly WaitingEdit[], place: Place): WaitingEntry[] =>
  edits
    .flatMap((edit) =>
      edit.touched.flatMap((key): WaitingEntry[] => {
        const [entity = '', id = ''] = [
          key.slice(0, key.indexOf('/')),
          key.slice(key.indexOf('/') + 1),
        ]
        if (!TOLD.includes(entity as Told) || !place.isAbout(entity, id)) return []
        const changes = changesOf(edit, key, place)
        return [
          {
            key: `${edit.mid} ${key}`,
            action: changes.length === 0 ? edit.label : '',
            entry: {
              entity: entity as Told,
              id,
              label: place.labelOf(id),
              kind: KIND.find(([pattern]) => pattern.test(edit.command))?.[1] ?? 'changed',
              fields: [],
              changes,
              actor: place.actor,
              at: edit.clientAt,
            },
          },
        ]
      }),
    )
    .toReversed()
