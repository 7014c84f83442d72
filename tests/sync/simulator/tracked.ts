import type { Comment, Publication, Reply } from '#schema/entities/comment.ts'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { CONTENTS, FIELDS } from './template.ts'

/**
 * One field of one row that holds a word, named as in the history; field '' = the existence of the
 * row. `about`: the row that this one depends on.
 */
export interface Place {
  entity: Entity
  id: string
  field: string
  about?: { entity: Entity; id: string } | undefined
}
export const placeKey = ({ entity, id, field }: Pick<Place, 'entity' | 'id' | 'field'>): string =>
  `${entity}/${id}#${field}`

type Words = [field: string, word: unknown][]
const WORDS: { [E in Entity]?: (row: Row<E>) => Words } = {
  project: ({ description }: Project) => [['description', description]],
  // The weights are one set: track it at the first package.
  package: ({ id, weight }: Package) => [
    ['', id],
    ...(id === 'p1' ? [['weight', weight] satisfies Words[number]] : []),
  ],
  document: ({ id }: Document) => [['', id]],
  requirement: (row: Requirement) => {
    const parameters = parseDefinition(row.definition).contentConfiguration.parameters
    return [
      ['', row.id],
      ['name', row.name],
      ...CONTENTS.map((id): Words[number] => [
        `definition.content.${id}`,
        parameters.find((one) => one.id === id)?.name,
      ]),
    ]
  },
  commitment: ({ values }: Commitment) => FIELDS.map((field) => [`values.${field}`, values[field]]),
  override: ({ removed, reason }: Override) => [['reason', removed ? null : reason]],
  comment: ({ text }: Comment) => [['text', text]],
  reply: ({ text }: Reply) => [['text', text]],
  publication: ({ revisions }: Publication) =>
    revisions.flatMap(({ question, answer }) => [question, answer]).map((word) => [word, word]),
}
/** Whether a text holds exactly this word; an id or a number may also be part of another one. */
export const holdsWord = (text: string, word: string): boolean =>
  word.includes('@')
    ? text.includes(word)
    : new RegExp(`(?<![\\w.])${word.replace('.', '\\.')}(?![\\w.])`).test(text)

export const TRACKED = Object.keys(WORDS) as Entity[]

/** The words of a row by field; fields that hold none are null. */
export const wordsOf = <E extends Entity>(entity: E, row: Row<E>): Map<string, string | null> => {
  const read = WORDS[entity] as ((row: Row<E>) => Words) | undefined
  return new Map(
    (read?.(row) ?? []).map(([field, word]) => [
      field,
      word === null || word === undefined ? null : String(word),
    ]),
  )
}
