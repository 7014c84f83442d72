import type { clones, RequirementVersion, versions } from '#schema/api/projects-service/versions.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { Refusal } from '#schema/refusal.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { lineageOf } from '#schema/rules/diff/diff-tree.ts'
import { cloneDocumentIn } from '../copies/clone-document.ts'
import { cloneProject } from '../copies/clone-project.ts'
import { readLineage, versionsOf } from '../copies/lineage.ts'
import { createVersion } from '../copies/new-version.ts'
import { readAudience } from '../database/access/read-audience.ts'
import { newId } from '../database/new-id.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { readDocumentDetails } from './document-details.ts'
import {
  findProjectOf,
  listRows,
  openProject,
  type OpenedProject,
  requireRow,
  requireSummary,
} from './open-project.ts'
import { readRequirements } from './rows-in-turns.ts'
import { readAfterCommand } from './structure.ts'

/** Opens a project for people who may browse its versions. */
const openVersions = async (
  context: SignedInContext,
  projectId: string,
): Promise<OpenedProject> => {
  const opened = await openProject(context, projectId)
  const { person } = context
  refuse(
    projectDenial({ person, inProject: opened.actor }, 'versions.browse', {
      project: opened.project,
    }),
  )
  return opened
}

/**
 * The versions that the caller may open, newest first. One that is still being copied is not one
 * yet. The newest of these is the current one for the caller: a vendor must not learn of a newer
 * version that is not published.
 */
const readableVersions = async (
  { services, person }: SignedInContext,
  projectId: string,
): Promise<{ lineageId: string; opened: OpenedProject[] }> => {
  const tx = services.database.queries
  const lineage = await readLineage(tx, projectId)
  const opened: OpenedProject[] = []
  for (const { id, state } of lineage.projects) {
    const audience = state === 'INITIALIZING' ? null : await readAudience(tx, person, id)
    if (audience !== null) opened.push({ ...audience, tx, projectId: id })
  }
  return { lineageId: lineage.id, opened }
}

/** The requirement of a lineage in one version, in whose document it stays for good. */
const findVersion = async (
  opened: OpenedProject,
  { lineageId, documentLineage }: { lineageId: string; documentLineage: string },
): Promise<Requirement | undefined> => {
  const document = (await listRows(opened, 'document')).find(
    (row) => lineageOf(row) === documentLineage,
  )
  const rows = document === undefined ? [] : await readRequirements(opened, document.id)
  return rows.find((row) => row.lineageId === lineageId)
}

const versionOf = (
  { id: projectId, version, state }: Project,
  row: Requirement,
  isCurrent: boolean,
): RequirementVersion => ({
  projectId,
  version,
  state,
  isCurrent,
  requirementId: row.id,
  documentId: row.documentId,
  sectionId: row.sectionId,
  fullId: row.fullId,
  status: row.status,
  name: row.name,
  definition: row.definition,
  vendorHelp: row.vendorHelp,
  evaluatorHelp: row.evaluatorHelp,
  updatedOn: row.updatedOn,
})

export const versionHandlers: Handlers<typeof versions> = {
  create: async ({ params, body }, context) => {
    const { services, commands, caller } = context
    await services.moveDueProjects()
    const id = await createVersion(commands, {
      userId: caller.userId,
      projectId: params.id,
      version: body.version,
      baseUrl: services.baseUrl,
    })
    return await requireSummary(context, id)
  },

  list: async ({ params }, context) => {
    await openVersions(context, params.id)
    const { lineageId, opened } = await readableVersions(context, params.id)
    return versionsOf(
      lineageId,
      opened.map(({ project }) => project),
    )
  },

  ofRequirement: async ({ params }, context) => {
    const projectId = await findProjectOf(context, 'requirement', params.id)
    const asked = await openVersions(context, projectId)
    const own = await requireRow(asked, 'requirement', params.id)
    const document = await requireRow(asked, 'document', own.documentId)
    const wanted = { lineageId: own.lineageId, documentLineage: lineageOf(document) }
    const { opened } = await readableVersions(context, projectId)
    const found: RequirementVersion[] = []
    for (const [index, one] of opened.entries()) {
      const row = one.projectId === projectId ? own : await findVersion(one, wanted)
      if (row !== undefined) found.push(versionOf(one.project, row, index === 0))
    }
    return found
  },

  document: async ({ params, body: { documentPrefix } }, context) => {
    const opened = await openVersions(context, params.id)
    const document = (await listRows(opened, 'document')).find(
      ({ prefix }) => prefix === documentPrefix,
    )
    if (document === undefined) throw new Refusal('NOT_FOUND', { field: 'documentPrefix' })
    const details = await readDocumentDetails(opened, document.id)
    const order = new Map(details.sections.map(({ id, index }) => [id, index]))
    const place = ({ sectionId }: Requirement): number => order.get(sectionId) ?? order.size
    const requirements = (await readRequirements(opened, document.id)).sort(
      (a, b) => place(a) - place(b) || (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0),
    )
    return { ...details, requirements }
  },
}

export const cloneHandlers: Handlers<typeof clones> = {
  project: async ({ body: { id: sourceId, cloneId = newId(), options, ...given } }, context) => {
    await context.services.moveDueProjects()
    await cloneProject(context.commands, context.person, {
      sourceId,
      options,
      given: { ...given, id: cloneId },
    })
    return await requireSummary(context, cloneId)
  },

  document: async ({ body: { id, parentId, cloneId = newId(), prefix, name } }, context) => {
    const projectId = await findProjectOf(context, 'document', id)
    await cloneDocumentIn(context.commands, context.caller.userId, {
      projectId,
      documentId: id,
      id: cloneId,
      packageId: parentId,
      prefix,
      name,
    })
    return await readAfterCommand(context, projectId, { entity: 'document', id: cloneId })
  },
}
