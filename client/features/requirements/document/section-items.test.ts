import { describe, expect, it } from 'vitest'
import {
  buildCommitment,
  buildRequirement,
  buildSection,
} from '../../../../tests/support/project-rows.ts'
import { itemId, sectionItems, sectionProgress } from './section-items.ts'

describe('the list by sections', () => {
  const sections = [buildSection(), buildSection({ id: 's2' }), buildSection({ id: 's3' })]
  const requirements = [
    buildRequirement({ id: 'a' }),
    buildRequirement({ id: 'b', sectionId: 's2' }),
    buildRequirement({ id: 'c' }),
    buildRequirement({ id: 'lost', sectionId: 'gone' }),
  ]
  const ids = (shownIds: string[], isFiltered: boolean) =>
    sectionItems({ sections, requirements, shownIds, isFiltered }).map(itemId)

  it('has each section with its requirements, and filtered only those that match', () => {
    expect(ids(['a', 'b', 'c'], false)).toEqual(['s1', 'a', 'c', 's2', 'b', 's3'])
    expect(ids(['c'], true)).toEqual(['s1', 'c'])
    expect(ids(['c'], false)).toEqual(['s1', 'c', 's2', 's3'])
  })

  it('counts the answered requirements of each section', () => {
    const answers = new Map([
      ['a', buildCommitment({ requirementId: 'a', values: { note: 'x' } })],
      ['b', buildCommitment({ requirementId: 'b' })],
    ])
    const progress = (given: typeof answers | null) =>
      [...sectionProgress(sections, requirements, given)].map(([id, { total, answered }]) => [
        ...[id, total, answered],
      ])
    expect(progress(answers)).toEqual([
      ['s1', 2, 1],
      ['s2', 1, 0],
      ['s3', 0, 0],
    ])
    expect(progress(null).map(([, , answered]) => answered)).toEqual([0, 0, 0])
  })
})
