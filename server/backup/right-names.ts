import type { Rights } from './rights.ts'

/** Names for lines of the report of a restore. */
export const nameOf = ({ people }: Rights, id: string | number | undefined): string =>
  people.get(Number(id))?.username ?? `person ${id}`
export const companyOf = ({ organizations }: Rights, id: string | number | undefined): string =>
  organizations.get(Number(id))?.name ?? `organization ${id}`
export const projectOf = ({ projects }: Rights, id: string | undefined): string =>
  `${projects.get(id ?? '')?.name ?? ''} (${id})`

export const isGone = ({ people }: Rights, userId: string | undefined): boolean =>
  people.get(Number(userId))?.isDeleted === true

export const without = (before: readonly string[], after: readonly string[]): string[] =>
  before.filter((item) => !after.includes(item))

/** A value that the restore set back. */
export const again = (what: string, before: string, after: string): string =>
  `${what}: is ${before} again, was ${after}`
