import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { Random } from './random.ts'
import type { SimClient } from './sim-client.ts'

type Held = MemoryState['held'] extends Map<string, infer H> ? H : never
/** Damages one stored row. */
type Harm = (state: MemoryState, key: string, held: Held) => void

const lose: Harm = (state, key) => void state.held.delete(key)
const age: Harm = (state, key, held) =>
  void state.held.set(key, { ...held, row: { ...held.row, updatedOn: held.row.updatedOn - 1 } })
/** Keeps a row that the server deleted, or adds one that it never had. */
const keepTooMuch: Harm = (state, key, held) => {
  const id = `${held.id}-stray`
  state.held.set(`${key}-stray`, { ...held, id, row: { ...held.row, id } })
}
const HARMS: readonly Harm[] = [lose, age, keepTooMuch]

/** One of this many histories damages the storage of devices, which compare it with the server. */
const DAMAGED_EVERY = 4
export const hasDamage = (seed: number): boolean => seed % DAMAGED_EVERY === 1

/**
 * Changes rows without the engine, as a faulty disk or a browser bug does. Leaves out rows that
 * people write in these histories, which other promises check.
 * @returns what was damaged; null where there was no row
 */
export const damage = (random: Random, clients: readonly SimClient[]): string | null => {
  const client = random.pick(clients)
  const state = client.state()
  const found = [...state.held].filter(
    ([, { entity }]) => entity === 'section' || entity === 'document',
  )
  const chosen = found.length === 0 ? undefined : random.pick(found)
  if (chosen === undefined) return null
  random.pick(HARMS)(state, ...chosen)
  return `client ${client.number} was damaged: ${chosen[0]}`
}
