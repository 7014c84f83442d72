import { describe, expect, it } from 'vitest'
import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildParameter,
  buildDefinition,
  buildProject,
  buildRequirement,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { RowLinks } from './row-links.ts'

/** Follows the rows of one document with one requirement. */
const open = (): RowLinks => {
  const links = new RowLinks(PROJECT_ID)
  for (const [entity, row] of [
    ['project', buildProject()],
    ['package', buildPackage()],
    ['package', buildPackage({ id: 'p2' })],
    ['document', buildDocument()],
    ['document', buildDocument({ id: 'd2', packageId: 'p2' })],
    ['section', buildSection()],
    ['requirement', buildRequirement()],
    ['comment', comment({})],
  ] as const)
    expect(links.problemOf<Entity>(entity, row as Row)).toBeNull()
  return links
}
const comment = (changes: object) => ({
  ...{ id: 'c1', projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
  ...changes,
})
const override = (parameterId: string) => ({
  ...buildCommitment(),
  ...{ id: `r1.7.${parameterId}`, parameterId },
})
const change = (changes: Partial<ArchiveChange>): ArchiveChange => ({
  ...{ at: 1, actorName: 'Vera', entity: 'section', entityId: 's9', documentId: 'd1' },
  ...{ vendorId: null, kind: 'deleted', fields: [], details: null },
  ...(changes as object),
})

describe('[EX14] a row of an archive', () => {
  it.each<[string, Entity, object]>([
    ['belongs to another project', 'project', buildProject({ id: 'other' })],
    ['belongs to another project', 'package', buildPackage({ projectId: 'other' })],
    ['packageId names nothing in this archive', 'document', buildDocument({ packageId: 'p9' })],
    ['documentId names nothing in this archive', 'section', buildSection({ documentId: 'd9' })],
    [
      'sectionId names nothing in this archive',
      'requirement',
      buildRequirement({ sectionId: 's9' }),
    ],
    ['requirementId names nothing in this archive', 'comment', comment({ requirementId: 'r9' })],
    ['commentId names nothing in this archive', 'reply', comment({ id: 'a', commentId: 'c9' })],
    ['packageId and documentId contradict', 'section', buildSection({ packageId: 'p2' })],
    [
      'packageId and sectionId contradict',
      'requirement',
      buildRequirement({ packageId: 'p2', documentId: 'd2' }),
    ],
    [
      'packageId and commentId contradict',
      'reply',
      { id: 'a', projectId: PROJECT_ID, packageId: 'p2', commentId: 'c1' },
    ],
    ['id is that of another answer', 'commitment', { ...buildCommitment(), id: 'r1.8' }],
    ['id is that of another override', 'override', { ...override('g'), id: 'r1.7.h' }],
    ['definition is not valid', 'requirement', buildRequirement({ definition: '{' })],
    [
      'definition breaks the rule validation.pattern',
      'requirement',
      buildRequirement({
        definition: buildDefinition({
          content: [buildParameter({ validations: [{ kind: 'regex', value: '(a)\\1' }] })],
        }),
      }),
    ],
  ])('is refused where it %s', (problem, entity, row) => {
    expect(open().problemOf(entity, row as Row)).toBe(problem)
  })

  it.each<[string, Entity, object]>([
    ['an answer', 'commitment', buildCommitment()],
    ['an override', 'override', override('g')],
    ['a reply', 'reply', comment({ id: 'a', commentId: 'c1' })],
    ['a file of a package', 'attachment', comment({ documentId: null, requirementId: null })],
    ['a row without places', 'release', { id: 'x', projectId: PROJECT_ID }],
    ['a row without the field', 'vendorPart', { id: 'x', projectId: PROJECT_ID, documentId: 'd2' }],
  ])('may be %s', (_what, entity, row) => {
    expect(open().problemOf(entity, row as Row)).toBeNull()
  })

  it('is known to later rows only where others can name it', () => {
    const links = open()
    expect(
      links.problemOf('package', buildPackage({ id: 'p3', projectId: 'other' })),
    ).not.toBeNull()
    expect(links.problemOf('document', buildDocument({ id: 'd3', packageId: 'p3' }))).toBe(
      'packageId names nothing in this archive',
    )
  })
})

describe('[EX14] a change of an archive', () => {
  it.each<[string | null, Partial<ArchiveChange>]>([
    [null, {}],
    [null, { entity: 'commitment', entityId: 'r9.7', vendorId: 7 }],
    [null, { entity: 'override', entityId: 'r9.7.g', vendorId: 7 }],
    ['documentId names nothing in this archive', { documentId: 'd9' }],
    ['is of a kind that no requestor reads', { entity: 'vendorPart' }],
    ['entityId is that of another answer', { entity: 'commitment', entityId: 'r9.8', vendorId: 7 }],
    ['entityId is that of another answer', { entity: 'override', entityId: 'r9.77', vendorId: 7 }],
    ['entityId is that of another answer', { entity: 'commitment', entityId: 'r9.7' }],
  ])('is judged %s', (problem, changes) => {
    expect(open().problemOfChange(change(changes))).toBe(problem)
  })
})
