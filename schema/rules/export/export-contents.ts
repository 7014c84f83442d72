import type { ExportContent } from '../../entities/export.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'

interface Reader {
  actor: Pick<ProjectActor, 'relation' | 'permissions'>
  /** The buckets that the person reads. */
  buckets: readonly string[]
}

const readsAnswers = ({ buckets }: Reader): boolean =>
  buckets.some((bucket) => /:v\d+$/.test(bucket))
const readsComments = ({ buckets }: Reader): boolean =>
  buckets.some((bucket) => /:(talk|qa|q\d+)$/.test(bucket))
const isRequestor = ({ actor }: Reader): boolean => actor.relation !== 'vendor'

const NEEDS: Record<ExportContent, (reader: Reader) => boolean> = {
  requirements: () => true,
  answers: readsAnswers,
  evaluation: (reader) => isRequestor(reader) && readsAnswers(reader),
  comments: readsComments,
  log: () => true,
  everything: () => true,
  archive: ({ actor }) => actor.relation === 'owner',
}

/** What a person may export; `everything` is all of the others but the archive. */
export const exportContentsOf = (reader: Reader): ExportContent[] =>
  (Object.keys(NEEDS) as ExportContent[]).filter((content) => NEEDS[content](reader))

/**
 * The rights that an export was written with. It may be downloaded while the person has all of them:
 * a bucket that was lost may have rows in the file.
 */
export const exportRights = ({ actor, buckets }: Reader): string[] =>
  [
    ...buckets,
    ...actor.permissions.map((permission) => `may ${permission}`),
    ...(actor.relation === 'owner' ? ['is owner'] : []),
  ].sort()

export const hasRights = (now: readonly string[], then: readonly string[]): boolean => {
  const held = new Set(now)
  return then.every((right) => held.has(right))
}
