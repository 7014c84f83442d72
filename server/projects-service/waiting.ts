import type { Waiting } from '#schema/api/projects-service/project-replies.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Row } from '#schema/entities/rows.ts'
import type { Comment } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { denialOf, sidesOf } from '#schema/rules/access/access.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { commentDenial } from '#schema/rules/comments/comment-rules.ts'
import { filterComments } from '#schema/rules/comments/comments.ts'
import { isDeadlineNear } from '#schema/rules/project/deadline.ts'
import { seesLateAnswers, UNTIMELY_REASONS } from '#schema/rules/answers/late-answers.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { SignedInContext } from '../route.ts'
import { readLateAnswers } from './late-answers.ts'
import { openProject } from './open-project.ts'
import { readConfirmers } from './opening-people.ts'
import { findLiveOpening } from './openings.ts'

interface Seen {
  project: ProjectSummary
  actor: ProjectActor
}
interface Question {
  context: SignedInContext
  tx: Queries
  projects: readonly Seen[]
}

/**
 * Counts everything that waits for the caller in their projects. Each kind is counted only for
 * people who can act on it.
 */
export const readWaiting = async (context: SignedInContext): Promise<Waiting[]> => {
  const { services, person } = context
  if (person.parentId !== null) throw new Refusal('NOT_ALLOWED')
  await services.moveDueProjects()
  const tx = services.database.queries
  const projects = (await readHome(tx, person))
    .map((project) => ({
      project,
      actor: { userId: person.userId, name: person.name, ...project.me },
    }))
    .filter(({ project, actor }) => sidesOf(actor, project).length > 0)
  const question = { context, tx, projects }
  const found = await Promise.all(COUNTERS.map((count) => count(question)))
  return found.flat()
}

const openings = async ({ context, tx, projects }: Question): Promise<Waiting[]> => {
  const asked = await projectsWith(tx, 'opening_requests', idsOf(projects))
  const found: Waiting[] = []
  for (const { project } of projects.filter(({ project: { id } }) => asked.has(id))) {
    const row = await tx
      .selectFrom('projects')
      .select('body')
      .where('id', '=', project.id)
      .executeTakeFirst()
    if (row === undefined) continue
    const stored = parseRow('project', row.body)
    const request = await findLiveOpening(tx, stored, context.services.clock())
    if (request === null) continue
    const confirmers = await readConfirmers(tx, stored)
    if (!confirmers.some(({ id }) => id === context.person.userId)) continue
    found.push({ projectId: project.id, kind: 'openingToConfirm', count: 1 })
  }
  return found
}

const lateAnswers = async ({ context, tx, projects }: Question): Promise<Waiting[]> => {
  const mine = projects.filter(({ actor }) => seesLateAnswers(actor))
  const late = await projectsWithLateEdits(tx, idsOf(mine))
  const found: Waiting[] = []
  for (const projectId of late) {
    const vendors = await readLateAnswers(await openProject(context, projectId))
    const count = vendors.reduce(
      (sum, { requirements, files, comments: said }) => sum + requirements + files + said,
      0,
    )
    if (count > 0) found.push({ projectId, kind: 'lateAnswers', count })
  }
  return found
}

/** Questions and pain points of vendors without an official reply. */
const comments = async ({ tx, projects }: Question): Promise<Waiting[]> => {
  const mayReply = ({ project, actor }: Seen): boolean =>
    commentDenial(actor, 'comment.reply', { state: project.state, type: 'Q', vendorId: null }) ===
    null
  const open = (await readUnanswered(tx, idsOf(projects.filter(mayReply)))).flatMap((comment) =>
    filterComments([comment], 'without official reply'),
  )
  return [...Map.groupBy(open, ({ projectId }) => projectId)].flatMap(([projectId, own]) => [
    ...countOf(projectId, 'openQuestions', own.filter(({ type }) => type === 'Q').length),
    ...countOf(projectId, 'painPoints', own.filter(({ type }) => type === 'PP').length),
  ])
}

const vendorsNotStarted = async ({ context, tx, projects }: Question): Promise<Waiting[]> => {
  const now = context.services.clock()
  const due = projects.filter(
    ({ project, actor }) =>
      leads(actor) && project.state === 'PUBLISHED' && isDeadlineNear(project.deadlineAt, now),
  )
  const rows = await readProjectVendors(tx, idsOf(due))
  const idle = rows.filter(({ started }) => !started)
  return [...Map.groupBy(idle, ({ projectId }) => projectId)].flatMap(([projectId, own]) =>
    countOf(projectId, 'vendorsNotStarted', own.length),
  )
}

/** Open invitations to the project's vendors, including expired ones. */
const invitations = async ({ context, tx, projects }: Question): Promise<Waiting[]> => {
  const { person } = context
  const running = projects.filter(
    ({ project }) => project.state === 'PREPARATION' || project.state === 'PUBLISHED',
  )
  const rows = (await readProjectVendors(tx, idsOf(running))).filter(({ projectId, vendorId }) => {
    const held = running.find(({ project }) => project.id === projectId)?.actor.permissions ?? []
    const vendor = { organizationId: vendorId, parentId: person.organizationId }
    return organizationDenial(person, 'contact.invite', { ...vendor, inProject: held }) === null
  })
  const open = await countInvitations(tx, [...new Set(rows.map(({ vendorId }) => vendorId))])
  return [...Map.groupBy(rows, ({ projectId }) => projectId)].flatMap(([projectId, own]) =>
    countOf(
      projectId,
      'invitations',
      own.reduce((sum, { vendorId }) => sum + (open.get(vendorId) ?? 0), 0),
    ),
  )
}

/** Documents in Preparation that are assigned to the caller, who may write in them. */
const assignedContent = async ({ context, tx, projects }: Question): Promise<Waiting[]> => {
  const { userId } = context.person
  const open = projects.filter(
    ({ project, actor }) =>
      denialOf(actor, 'content.write', {
        state: project.state,
        isAssigned: true,
        ownsDocument: true,
      }) === null,
  )
  const documents = await readBodies(tx, 'documents', idsOf(open))
  const packages = new Map(
    (await readBodies(tx, 'packages', idsOf(open))).map((row) => [row.id, row]),
  )
  const mine = documents.filter(
    (inDocument) =>
      assignmentOf(userId, { inDocument, inPackage: packages.get(inDocument.packageId) })
        .isAssigned,
  )
  return [...Map.groupBy(mine, ({ projectId }) => projectId)].flatMap(([projectId, own]) =>
    countOf(projectId, 'assignedContent', own.length),
  )
}

const COUNTERS = [openings, lateAnswers, comments, vendorsNotStarted, invitations, assignedContent]

const idsOf = (projects: readonly Seen[]): string[] => projects.map(({ project }) => project.id)
const countOf = (projectId: string, kind: Waiting['kind'], count: number): Waiting[] =>
  count === 0 ? [] : [{ projectId, kind, count }]
const leads = ({ relation, isAdministrator }: ProjectActor): boolean =>
  relation === 'owner' || isAdministrator === true

const projectsWith = async (
  tx: Queries,
  table: 'opening_requests',
  ids: string[],
): Promise<Set<string>> => {
  const found = new Set<string>()
  for (const piece of inPieces(ids)) {
    const query = tx.selectFrom(table).select('project_id').where('project_id', 'in', piece)
    for (const row of await query.execute()) found.add(row.project_id)
  }
  return found
}

const projectsWithLateEdits = async (tx: Queries, ids: string[]): Promise<string[]> => {
  const found: string[] = []
  for (const piece of inPieces(ids)) {
    const rows = await tx
      .selectFrom('mutation_result')
      .select('project_id')
      .distinct()
      .where('project_id', 'in', piece)
      .where('status', '=', 'refused')
      .where('reason', 'in', UNTIMELY_REASONS)
      .execute()
    for (const { project_id: id } of rows) if (id !== null) found.push(id)
  }
  return found
}

/** Excludes answered comments in the query, so that a long list stays cheap. */
const readUnanswered = async (tx: Queries, ids: string[]): Promise<Comment[]> => {
  const found: Comment[] = []
  for (const piece of inPieces(ids)) {
    const rows = await tx
      .selectFrom('comments')
      .select('body')
      .where('project_id', 'in', piece)
      .where('vendor_id', 'is not', null)
      .where('body', 'like', '%"officialReplies":[]%')
      .execute()
    for (const { body } of rows) found.push(parseRow('comment', body))
  }
  return found
}

const ENTITY_OF = { documents: 'document', packages: 'package' } as const
const readBodies = async <T extends keyof typeof ENTITY_OF>(
  tx: Queries,
  table: T,
  ids: string[],
): Promise<Row<(typeof ENTITY_OF)[T]>[]> => {
  const found: Row<(typeof ENTITY_OF)[T]>[] = []
  for (const piece of inPieces(ids)) {
    const query = tx
      .selectFrom(table as 'documents')
      .select('body')
      .where('project_id', 'in', piece)
    for (const { body } of await query.execute()) found.push(parseRow(ENTITY_OF[table], body))
  }
  return found
}

const readProjectVendors = async (tx: Queries, ids: string[]) => {
  const found = []
  for (const piece of inPieces(ids)) {
    const query = tx.selectFrom('project_vendors').select('body').where('project_id', 'in', piece)
    for (const { body } of await query.execute()) found.push(parseRow('projectVendor', body))
  }
  return found
}

const countInvitations = async (tx: Queries, vendorIds: number[]): Promise<Map<number, number>> => {
  const counts = new Map<number, number>()
  for (const piece of inPieces(vendorIds)) {
    const rows = await tx
      .selectFrom('invitations')
      .select(['organization_id', 'email'])
      .distinct()
      .where('organization_id', 'in', piece)
      .where('accepted_on', 'is', null)
      .where('cancelled_on', 'is', null)
      .execute()
    for (const { organization_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
