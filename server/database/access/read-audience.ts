import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { bucketsOf, isOfComments, isOpenToVendors } from '#schema/rules/access/access.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { parseRow } from '../entity-tables.ts'
import { lacksConsent } from './consents.ts'
import { type Person, readActor } from './read-actor.ts'

/** The project as one person may read it, and the buckets they may read. */
export interface Audience {
  project: Project
  actor: ProjectActor
  buckets: string[]
}

/**
 * Whether the person's vendor has not accepted the documentation that the organization requires;
 * then none of its projects opens.
 */
export const isBarredByConsent = async (tx: Queries, person: Person): Promise<boolean> =>
  person.parentId !== null && (await lacksConsent(tx, person.organizationId, person.parentId))

/** @returns null if the project is unknown or closed to the person */
export const readAudience = async (
  tx: Queries,
  person: Person,
  projectId: string,
): Promise<Audience | null> => {
  const [row] = await findProject(tx, { projectId })
  if (row === undefined) return null
  const project = parseRow('project', row.body)
  const actor = await readActor(tx, person, project)
  if (actor === null || (actor.relation === 'vendor' && !isOpenToVendors(project))) return null
  if (await isBarredByConsent(tx, person)) return null
  const packages = await findPackages(tx, { projectId })
  const vendors = actor.relation === 'vendor' ? [] : await findVendors(tx, { projectId })
  const buckets = inLanes(
    bucketsOf(actor, project, {
      packageIds: packages.map(({ id }) => id),
      vendorIds: vendors.map((vendor) => vendor.vendor_id),
    }),
  )
  return buckets.length === 0 ? null : { project, actor, buckets }
}

type OfProject = { projectId: string }
const findProject = compiledOnce((tx, { projectId }: OfProject) =>
  tx.selectFrom('projects').select('body').where('id', '=', projectId),
)
const findPackages = compiledOnce((tx, { projectId }: OfProject) =>
  tx.selectFrom('packages').select('id').where('project_id', '=', projectId).orderBy('id'),
)
const findVendors = compiledOnce((tx, { projectId }: OfProject) =>
  tx
    .selectFrom('project_vendors')
    .select('vendor_id')
    .where('project_id', '=', projectId)
    .orderBy('vendor_id'),
)

/**
 * Sorts the project and its structure before the answers and the answers before the comments, so
 * that a first sync shows something early.
 */
const inLanes = (buckets: readonly string[]): string[] => {
  const lane = (bucket: string): number =>
    isOfComments(bucket) ? 3 : bucket.startsWith('*:') ? 0 : /:([vw]\d+|over)$/.test(bucket) ? 2 : 1
  return [...buckets].sort((a, b) => lane(a) - lane(b))
}
