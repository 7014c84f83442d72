import { describe, expect, it } from 'vitest'
import type { Entity, Row } from '#schema/entities/rows.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildRequirement,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import { type HistoryDetails, historyDetails } from './history-details.ts'

const of = <E extends Entity>(entity: E, before: Row<E> | null, after: Row<E> | null) => {
  const text = historyDetails(entity, before, after)
  return text === null ? null : (JSON.parse(text) as HistoryDetails)
}
const change = (field: string, before: unknown, after: unknown, label: string | null = null) => ({
  field,
  label,
  before,
  after,
})

describe('the history of content', () => {
  it('keeps the name and the former and new text, without what stays', () => {
    const renamed = change('name', 'Functions', 'Other')
    expect(of('document', buildDocument(), buildDocument({ name: 'Other', rank: 'V9' }))).toEqual({
      label: 'Other',
      whole: [renamed],
      published: [renamed],
    })
    expect(of('section', null, buildSection())).toEqual({
      label: 'General',
      whole: [],
      published: [],
    })
    expect(of('section', buildSection(), null)?.label).toBe('General')
    expect(of('requirement', buildRequirement(), null)?.label).toBe('FUN-0001')
    expect(of('package', buildPackage(), buildPackage({ name: 'Other' }))).toBeNull()
  })

  it('[IS8] keeps for vendors only what they may read', () => {
    const before = buildRequirement({ evaluatorHelp: 'Ask twice', vendorHelp: 'Old' })
    const after = buildRequirement({ evaluatorHelp: 'Ask once', vendorHelp: 'New' })
    expect(of('requirement', before, after)).toEqual({
      label: 'FUN-0001',
      whole: [change('vendorHelp', 'Old', 'New'), change('evaluatorHelp', 'Ask twice', 'Ask once')],
      published: [change('vendorHelp', 'Old', 'New')],
    })
  })

  it('tells added, removed and changed parameters, and hidden ones to the team alone', () => {
    const visible = buildParameter({ id: 'a', key: 'a', name: 'A' })
    const secret = buildParameter({ id: 's', key: 's', name: 'Secret', hidden: true })
    const old = buildDefinition({ answer: [visible, buildParameter({ id: 'b', name: 'B' })] })
    const now = buildDefinition({
      answer: [{ ...visible, name: 'Renamed' }, buildParameter({ id: 'c', name: 'C' }), secret],
    })
    const details = of(
      'requirement',
      buildRequirement({ definition: old }),
      buildRequirement({ definition: now }),
    )
    const whole = details?.whole.map(({ field, before, after }) => [field, before, after])
    expect(whole).toContainEqual(['definition.answer.a.name', 'A', 'Renamed'])
    expect(whole).toContainEqual(['-definition.answer.b', 'B', null])
    expect(whole).toContainEqual(['+definition.answer.c', null, 'C'])
    expect(whole).toContainEqual(['+definition.answer.s', null, 'Secret'])
    const published = JSON.stringify(details?.published)
    expect(published).toContain('+definition.answer.c')
    expect(published).not.toContain('Secret')
  })

  it('keeps 2,000 characters of a text', () => {
    const text = (length: number) => 'x'.repeat(length)
    const kept = (length: number) =>
      of(
        'requirement',
        buildRequirement({ vendorHelp: '' }),
        buildRequirement({ vendorHelp: text(length) }),
      )?.whole[0]?.after
    expect([kept(2_000), kept(2_001)]).toEqual([text(2_000), `${text(2_000)}…`])
  })
})

it('the history of an answer keeps its values and whether it was submitted', () => {
  const details = of(
    'commitment',
    buildCommitment({ values: { met: 5, note: 'Old', same: 1, gone: true } }),
    buildCommitment({ values: { met: 7, note: 'New', same: 1 }, submitted: true }),
  )
  expect(details).toEqual({
    whole: [
      change('values.met', 5, 7),
      change('values.note', 'Old', 'New'),
      change('values.gone', true, null),
      change('submitted', false, true),
    ],
  })
  expect(of('commitment', null, buildCommitment({ values: { met: 5, empty: null } }))).toEqual({
    whole: [change('values.met', null, 5)],
  })
  expect(of('commitment', null, buildCommitment({ submitted: true }))?.whole).toEqual([
    change('submitted', false, true),
  ])
  expect(of('commitment', buildCommitment({ values: { met: 5 } }), null)).toEqual({ whole: [] })
})
