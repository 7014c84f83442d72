import type { Found } from './word-sheets.ts'

const countsOf = (ids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Lists that begin again say nothing without the heading above. */
const placed = ({ id, isNumber, place }: Found, isTwice: boolean): string =>
  isNumber && isTwice && id !== '' && place !== '' && !id.includes('.') ? `${place}(${id})` : id

/**
 * Gives each requirement an id, the same whenever the same document is read: the one that stands
 * there, else the number of the heading with a running number. Ids that come again are numbered.
 */
export const withIds = (found: readonly Found[]): Found[] => {
  const shown = countsOf(found.map(({ id }) => id))
  const isAnyTwice = found.some(({ id, isNumber }) => isNumber && id !== '' && shown.get(id) !== 1)
  const ids = found.map((one) => placed(one, isAnyTwice))
  const taken = new Set(ids)
  const running = new Map<string, number>()
  const used = new Set<string>()
  const copies = new Map<string, number>()
  return found.map((one, at) => {
    const { place, record, isOther } = one
    let id = ids[at] ?? ''
    if (id === '') {
      const start = `${place === '' ? 'P' : place}${isOther ? '-T' : '-'}`
      do {
        running.set(start, (running.get(start) ?? 0) + 1)
        id = `${start}${running.get(start)}`
      } while (taken.has(id))
    }
    const own = id
    while (used.has(id)) {
      copies.set(own, (copies.get(own) ?? 1) + 1)
      id = `${own} (${copies.get(own)})`
    }
    used.add(id)
    return { ...one, record: new Map([['ID', id], ...[...record].filter(([key]) => key !== 'ID')]) }
  })
}
