import { useEffect, useState } from 'react'
import type { ParkedEntry } from '#sync/engine/ports.ts'
import { currentDevice, deviceChanges } from './device.ts'
import { outboxChanges, parkedChanges } from './sync-status.ts'

/** What the server has not taken of some rows. */
export interface SentRows {
  /** Rows with edits that the server has not decided on. */
  unsent: ReadonlySet<string>
  /** Rows with refused or conflicting edits, with the code of the reason. */
  refused: ReadonlyMap<string, Pick<ParkedEntry, 'reason' | 'detail'>>
}
interface RowsOf {
  entity: 'requirement'
  ids: ReadonlySet<string>
}

/** The ids, of those asked for, that the arguments of a command name. */
export const namedIds = (args: unknown, ids: ReadonlySet<string>): string[] => {
  if (typeof args === 'string') return ids.has(args) ? [args] : []
  if (typeof args !== 'object' || args === null) return []
  return Object.values(args).flatMap((value) => namedIds(value, ids))
}

const unsentIn = (touched: readonly string[], { entity, ids }: RowsOf): string[] =>
  touched
    .filter((key) => key.startsWith(`${entity}/`))
    .map((key) => key.slice(entity.length + 1))
    .filter((id) => ids.has(id))

/** Reads the edits once, and then only their numbers, because an import writes large ones. */
export const sentReader = (rows: RowsOf): (() => Promise<SentRows | null>) => {
  let entries = new Map<number, string[]>()
  return async () => {
    const database = currentDevice()?.database
    if (database === undefined) return null
    const mids = await database.outbox.toCollection().primaryKeys()
    if (mids.some((mid) => !entries.has(mid))) {
      const found = await database.outbox.toArray()
      entries = new Map(found.map(({ mid, touched }) => [mid, unsentIn(touched, rows)]))
    } else {
      const left = new Set(mids)
      entries = new Map([...entries].filter(([mid]) => left.has(mid)))
    }
    const refused: [string, Pick<ParkedEntry, 'reason' | 'detail'>][] = []
    for (const { args, reason, detail } of await database.parked.toArray())
      for (const id of namedIds(args, rows.ids)) refused.push([id, { reason, detail }])
    return { unsent: new Set([...entries.values()].flat()), refused: new Map(refused) }
  }
}

/** What the server has not taken of these rows, as it changes; null = not read yet. */
export const useSentRows = (ids: ReadonlySet<string>): SentRows | null => {
  const [sent, setSent] = useState<SentRows | null>(null)
  useEffect(() => {
    const read = sentReader({ entity: 'requirement', ids })
    let isCurrent = true
    let isReading = false
    let isWanted = false
    // One read at a time, however fast the server answers.
    const readAgain = async (): Promise<void> => {
      isWanted = true
      if (isReading) return
      isReading = true
      while (isWanted && isCurrent) {
        isWanted = false
        const next = await read().catch(() => null)
        if (next !== null && isCurrent) setSent(next)
      }
      isReading = false
    }
    const wake = (): void => void readAgain()
    wake()
    const stops = [outboxChanges.on(wake), parkedChanges.on(wake), deviceChanges.on(wake)]
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
    }
  }, [ids])
  return sent
}
