import type { ReadSeen } from '../../lib/asked-export.ts'
import type * as Lists from './seen-lists.ts'

const load = () => import('./seen-lists.ts')
type ListOf<Name extends keyof typeof Lists> = Parameters<(typeof Lists)[Name]>[0]

/** Readers of the lists as they are shown; their code comes with the first click. */
export const readSeen = {
  people:
    (list: ListOf<'seenPeople'>): ReadSeen =>
    async (reading) =>
      await (await load()).seenPeople(list, reading),
  vendors:
    (list: ListOf<'seenVendors'>): ReadSeen =>
    async (reading) =>
      await (await load()).seenVendors(list, reading),
  users:
    (list: ListOf<'seenUsers'>): ReadSeen =>
    async (reading) =>
      await (await load()).seenUsers(list, reading),
  organizations:
    (list: ListOf<'seenOrganizations'>): ReadSeen =>
    async (reading) =>
      await (await load()).seenOrganizations(list, reading),
  accessLog:
    (list: ListOf<'seenAccessLog'>): ReadSeen =>
    async (reading) =>
      await (await load()).seenAccessLog(list, reading),
}
