import type { projects } from '#schema/api/projects-service/projects.ts'
import { ProjectSummary } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { execute } from '../commands/execute.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { readPackageDetails } from './document-details.ts'
import { readLateAnswers } from './late-answers.ts'
import { pageOf } from '../page-of.ts'
import { countFlagged } from './has-flag.ts'
import {
  listRows,
  openProject,
  type OpenedProject,
  requireSummary,
  seesAnswersOf,
} from './open-project.ts'
import { noteSealedRead } from './sealed-reads.ts'
import { readWaiting } from './waiting.ts'
import { whenMemoryAllows } from './answer-counts.ts'
import { readOverview } from './overview.ts'
import { withPicture } from './project-avatars.ts'
import { readProjectDetails } from './project-details.ts'
import { givenWeights, seenRow, seenRows } from './structure.ts'

const DONE = { done: true } as const
const WEIGHTS_AT = { packages: 'packages', documents: 'documents' }
/** Projects may lack optional fields, by which the list is sorted and filtered nevertheless. */
const PROJECT_LIST = { fields: Object.keys(ProjectSummary.entries) }

/** The caller's own projects. Lists of other people are not available. */
const homeOf = async ({ services, person }: SignedInContext): Promise<ProjectSummary[]> => {
  await services.moveDueProjects()
  return await services.database.read((tx) => readHome(tx, person))
}
const requireOwnOrganization = ({ person }: SignedInContext, id: number): void => {
  if (id !== person.organizationId) throw new Refusal('NOT_ALLOWED')
}

const requireAnswersOf = async (
  context: SignedInContext,
  opened: OpenedProject,
  vendorId: number,
): Promise<void> => {
  if (seesAnswersOf(opened, vendorId)) return
  await noteSealedRead(context, opened, { what: 'answers', vendorId })
  throw new Refusal('NOT_ALLOWED')
}

export const projectHandlers: Handlers<typeof projects> = {
  create: async ({ body }, context) =>
    await requireSummary(context, await createProject(context.commands, context.person, body)),

  get: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    const { actor, project } = opened
    const isStuck =
      project.state === 'PUBLISHED' &&
      project.deadlineAt !== null &&
      project.deadlineAt <= context.services.clock()
    if (isStuck && actor.relation !== 'owner' && !actor.permissions.includes('ORG_ADMIN'))
      throw new Refusal('DEADLINE_EXPIRED')
    return await readProjectDetails(context, opened)
  },

  update: async ({ body: { id, updatedOn, ...rest } }, context) => {
    const { deadlineReason, evaluationReason, avatar: picture, ...patch } = rest
    const reasons = {
      ...(deadlineReason === undefined ? {} : { deadlineReason }),
      ...(evaluationReason === undefined ? {} : { evaluationReason }),
    }
    await withPicture(context, { id, picture }, async (avatar) => {
      await execute(context.commands, context.caller.userId, {
        command: 'projects.update',
        args: { projectId: id, patch: { ...patch, ...avatar }, ...reasons },
        precondition: seenRow('project', id, updatedOn),
      })
    })
    return await requireSummary(context, id)
  },

  delete: async ({ params }, context) => {
    await deleteProject(context.commands, context.caller.userId, params.id)
    return DONE
  },

  byUser: async ({ params, body }, context) => {
    if (params.id !== context.person.userId) throw new Refusal('NOT_ALLOWED')
    return pageOf(await homeOf(context), body, PROJECT_LIST)
  },

  byOrganization: async ({ params, body }, context) => {
    requireOwnOrganization(context, params.id)
    return pageOf(await homeOf(context), body, PROJECT_LIST)
  },

  listByOrganization: async ({ params }, context) => {
    requireOwnOrganization(context, params.id)
    return (await homeOf(context)).map(({ id, name, version, state }) => ({
      id,
      name,
      version,
      state,
    }))
  },

  countInOrganization: async ({ params }, context) => {
    requireOwnOrganization(context, params.id)
    return { count: (await homeOf(context)).length }
  },

  packages: async ({ params }, context) =>
    await readPackageDetails(await openProject(context, params.id)),

  references: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    const [packages, documents, sections, requirements] = [
      await listRows(opened, 'package'),
      await listRows(opened, 'document'),
      await listRows(opened, 'section'),
      await listRows(opened, 'requirement'),
    ]
    return [
      {
        kind: 'project',
        id: opened.project.id,
        label: opened.project.name,
        parentId: null,
      } as const,
      ...packages.map(
        ({ id, name, projectId }) =>
          ({ kind: 'package', id, label: name, parentId: projectId }) as const,
      ),
      ...documents.map(
        ({ id, name, prefix, packageId }) =>
          ({ kind: 'document', id, label: name, prefix, parentId: packageId }) as const,
      ),
      ...sections.map(
        ({ id, name, documentId }) =>
          ({ kind: 'section', id, label: name, parentId: documentId }) as const,
      ),
      ...requirements.map(
        ({ id, name, fullId, sectionId }) =>
          ({ kind: 'requirement', id, label: name, fullId, parentId: sectionId }) as const,
      ),
    ]
  },

  vendors: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    if (opened.actor.relation === 'vendor')
      return [
        {
          value: context.person.organizationId,
          label: context.person.organizationName,
          progress: null,
        },
      ]
    return (await listRows(opened, 'projectVendor')).map((row) => ({
      value: row.vendorId,
      label: row.name,
      progress: row,
    }))
  },

  overview: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    const summary = await requireSummary(context, params.id)
    return await whenMemoryAllows(
      async () => await readOverview(opened, summary, context.services.clock()),
    )
  },

  lateAnswers: async ({ params }, context) =>
    await readLateAnswers(await openProject(context, params.id)),

  waiting: async (_input, context) => await readWaiting(context),

  vendorCommitments: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    await requireAnswersOf(context, opened, params.vendorId)
    const overrides = (await listRows(opened, 'override')).filter(
      (override) => override.vendorId === params.vendorId && !override.removed,
    )
    const commitments = (await listRows(opened, 'commitment')).filter(
      (commitment) => commitment.vendorId === params.vendorId,
    )
    return commitments.map(({ id, requirementId, submitted, updatedOn, values }) => ({
      requirementId,
      commitmentId: id,
      submitted,
      updatedOn,
      values,
      overrides: overrides.filter((override) => override.requirementId === requirementId),
    }))
  },

  requirementCount: async ({ params }, context) => {
    const opened = await openProject(context, params.id)
    const requirements = await listRows(opened, 'requirement')
    const documents = await listRows(opened, 'document')
    const countIn = (key: 'packageId' | 'documentId', id: string): number =>
      requirements.filter((requirement) => requirement[key] === id).length
    const packages = (await listRows(opened, 'package')).map(({ id }) => ({
      id,
      count: countIn('packageId', id),
      documents: documents
        .filter(({ packageId }) => packageId === id)
        .map((document) => ({ id: document.id, count: countIn('documentId', document.id) })),
    }))
    return { total: requirements.length, packages }
  },

  hasFlag: async ({ params, body }, context) => {
    const opened = await openProject(context, params.id)
    if (body.vendorId !== undefined) await requireAnswersOf(context, opened, body.vendorId)
    const count = await countFlagged(opened, body)
    return { hasFlag: count > 0, count }
  },

  toggleFavorite: async ({ params }, context) => {
    await openProject(context, params.id)
    const { userId } = context.caller
    const favorite = await context.services.database.write(async (tx) => {
      const removed = await tx
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('project_id', '=', params.id)
        .returning('project_id')
        .executeTakeFirst()
      const star = { user_id: userId, project_id: params.id }
      if (removed === undefined)
        await tx
          .insertInto('favorites')
          .values(star)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      return removed === undefined
    })
    context.services.hub.pokeHome([userId])
    return { favorite }
  },

  restore: async ({ params, body: { entity, entityId } }, context) => {
    await execute(context.commands, context.caller.userId, {
      command: 'content.restore',
      args: { projectId: params.id, root: { entity, id: entityId } },
    })
    return DONE
  },

  setOwners: async ({ params, body: { ownerId, packages, documents } }, context) => {
    await execute(context.commands, context.caller.userId, {
      command: 'owners.set',
      args: {
        projectId: params.id,
        ownerId,
        packageIds: packages.map(({ id }) => id),
        documentIds: documents.map(({ id }) => id),
      },
      precondition: [
        ...seenRows('package', packages, 'packages'),
        ...seenRows('document', documents, 'documents'),
      ],
    })
    return DONE
  },

  setWeights: async ({ params, body }, context) => {
    const { weights, precondition } = givenWeights(body, WEIGHTS_AT)
    await execute(context.commands, context.caller.userId, {
      command: 'weights.set',
      args: { projectId: params.id, ...weights },
      precondition,
    })
    return DONE
  },
}
