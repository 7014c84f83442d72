/** 10,000 rows like those in a vendor's table, in a store that each row subscribes to by its id. */
export interface BenchRow {
  id: string
  label: string
  section: string
  name: string
  status: string
  percent: number
  release: string
  how: string
  unsent: boolean
}

export const COUNT = 10_000
const rows = new Map<string, BenchRow>()
const listeners = new Map<string, Set<() => void>>()
for (let n = 0; n < COUNT; n += 1) {
  const id = `r${n}`
  rows.set(id, {
    id,
    label: `SEC-${String(n + 1).padStart(4, '0')}`,
    section: `${1 + (n % 12)} General`,
    status: ['NEW', 'OLD', 'CHANGED'][n % 3] ?? 'NEW',
    percent: (n * 7) % 101,
    name: `The identity service shall validate an attempted login after ${n} failures and tell the person why.`,
    release: ['Available now', 'R2 2027-09', 'Not planned'][n % 3] ?? '',
    how: `Each approval number ${n} is stored with the user, the server time and the device name.`,
    unsent: n % 50 === 0,
  })
}
export const rowIds: readonly string[] = [...rows.keys()]
export const readRow = (id: string): BenchRow | undefined => rows.get(id)
export const subscribeRow = (id: string, listener: () => void): (() => void) => {
  const own = listeners.get(id) ?? new Set()
  listeners.set(id, own.add(listener))
  return () => own.delete(listener)
}
export const putRow = (row: BenchRow): void => {
  rows.set(row.id, row)
  for (const listener of listeners.get(row.id) ?? []) listener()
}
export const COLUMNS = [
  ['label', 'ID', 112],
  ['section', 'Section', 150],
  ['name', 'Requirement', 420],
  ['status', 'Status', 96],
  ['percent', 'Statement %', 116],
  ['release', 'Release', 160],
  ['how', 'How the requirement is met', 320],
] as const
export const renders = new Map<string, number>()
export const countRender = (id: string): void => void renders.set(id, (renders.get(id) ?? 0) + 1)
