import { API } from '#schema/api/index.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { ApiClient } from './api-client.ts'

/** The rows of a project, as its owner's device pulls them. */
const contentOf = async (owner: ApiClient, projectId: string) => {
  const { rows } = await owner.pull(projectId)
  const of = <R>(entity: string): R[] =>
    rows.flatMap((row) => (row.entity === entity ? [row.row as R] : []))
  return {
    documents: of<Document>('document'),
    sections: of<Section>('section'),
    requirements: of<Requirement>('requirement').sort((a, b) => (a.rank < b.rank ? -1 : 1)),
  }
}

export interface ChangedVersion {
  /** The requirements that the changes name, as they were before. */
  renamed: Requirement
  removed: Requirement
  moved: Requirement
}

export const ADDED_NAME = 'Captions can be turned off'

/**
 * Changes a version by its calls as a team does: a requirement is renamed, one removed, one moved
 * to another section, one added, and a document is renamed.
 */
export const changeVersion = async (
  owner: ApiClient,
  projectId: string,
): Promise<ChangedVersion> => {
  const { documents, sections, requirements } = await contentOf(owner, projectId)
  const document = documents.find(
    ({ id }) => sections.filter(({ documentId }) => documentId === id).length > 1,
  )
  const [renamed, removed, moved] = requirements.filter(
    ({ documentId }) => documentId === document?.id,
  )
  const other = sections.find(
    ({ id, documentId }) => id !== moved?.sectionId && documentId === document?.id,
  )
  if (!renamed || !removed || !moved || !other || !document)
    throw new Error('The project has too few rows')
  await owner.call(API.requirements.update, {
    body: { id: renamed.id, updatedOn: renamed.updatedOn, name: `${renamed.name} (revised)` },
  })
  await owner.call(API.requirements.move, { body: { ids: [moved.id], sectionId: other.id } })
  await owner.call(API.requirements.create, {
    body: {
      sectionId: renamed.sectionId,
      after: renamed.id,
      name: ADDED_NAME,
      definition: renamed.definition,
    },
  })
  await owner.call(API.requirements.delete, { body: { reqIds: [removed.id] } })
  await owner.call(API.documents.update, {
    body: {
      id: document.id,
      updatedOn: document.updatedOn,
      name: `${document.name}, second round`,
    },
  })
  return { renamed, removed, moved }
}
