import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import { answerIdOf, type ArchiveChange } from '#schema/entities/archive-change.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { validateDefinition } from '#schema/rules/definition/definition-validation.ts'
import { checkDefinition } from '#schema/rules/definition/parameters.ts'
import { Refusal } from '#schema/refusal.ts'

const PLACES = ['packageId', 'documentId', 'sectionId', 'requirementId', 'commentId'] as const
type PlaceField = (typeof PLACES)[number]
type Place = Partial<Record<PlaceField, string | null>>

const OWN_FIELD: Partial<Record<Entity, PlaceField>> = {
  package: 'packageId',
  document: 'documentId',
  section: 'sectionId',
  requirement: 'requirementId',
  comment: 'commentId',
}
/** Rows that others name: what one project may hold, several times over. */
const MOST_KNOWN = 1_000_000

/**
 * Follows the rows of an archive in their order, parents before children, and tells what is wrong
 * with one: another project, a parent that is not in the archive, or parents that contradict.
 */
export class RowLinks {
  readonly #projectId: string
  readonly #known = new Map<string, Place>()

  constructor(projectId: string) {
    this.#projectId = projectId
  }

  /** @returns null = nothing is wrong */
  problemOf<E extends Entity>(entity: E, row: Row<E>): string | null {
    const own: Place & { id: string; projectId?: string } = row
    if ((entity === 'project' ? own.id : own.projectId) !== this.#projectId)
      return 'belongs to another project'
    for (const field of PLACES) {
      const id = own[field]
      if (id === undefined || id === null || field === OWN_FIELD[entity]) continue
      const parent = this.#known.get(`${field} ${id}`)
      if (parent === undefined) return `${field} names nothing in this archive`
      for (const [above, other] of Object.entries(parent) as [PlaceField, string | null][])
        if (above in own && own[above] !== other) return `${above} and ${field} contradict`
    }
    return contentProblem(entity, row) ?? this.#keep(entity, own)
  }

  /** @returns null = nothing is wrong; rows that a change names can be deleted, its document cannot */
  problemOfChange(change: ArchiveChange): string | null {
    const { entity, entityId, documentId, vendorId } = change
    if (!this.#known.has(`documentId ${documentId}`))
      return 'documentId names nothing in this archive'
    if (entity === 'vendorPart') return 'is of a kind that no requestor reads'
    const answerId = answerIdOf(change, vendorId)
    return answerId === null || entityId === answerId || entityId.startsWith(`${answerId}.`)
      ? null
      : 'entityId is that of another answer'
  }

  #keep(entity: Entity, row: Place & { id: string }): string | null {
    const field = OWN_FIELD[entity]
    if (field === undefined) return null
    if (this.#known.size >= MOST_KNOWN) return 'the archive has too many rows'
    const parents = PLACES.flatMap((name) => (name in row ? [[name, row[name]] as const] : []))
    this.#known.set(`${field} ${row.id}`, Object.fromEntries(parents))
    return null
  }
}

/** What the schema of the row cannot tell. */
const contentProblem = <E extends Entity>(entity: E, row: Row<E>): string | null => {
  if (entity === 'requirement') return definitionProblem((row as Row<'requirement'>).definition)
  if (entity === 'commitment') {
    const { id, requirementId, vendorId } = row as Row<'commitment'>
    return id === commitmentId(requirementId, vendorId) ? null : 'id is that of another answer'
  }
  if (entity === 'override') {
    const { id, requirementId, vendorId, parameterId } = row as Row<'override'>
    const expected = overrideId(requirementId, vendorId, parameterId)
    return id === expected ? null : 'id is that of another override'
  }
  return null
}

const definitionProblem = (text: string): string | null => {
  try {
    // Patterns saved before their sizes were limited are still in projects.
    const [problem] = validateDefinition(checkDefinition(text)).filter(
      ({ code }) => code !== 'validation.patterns',
    )
    return problem === undefined ? null : `definition breaks the rule ${problem.code}`
  } catch (error) {
    if (error instanceof Refusal) return `${error.field ?? 'definition'} is not valid`
    throw error
  }
}
