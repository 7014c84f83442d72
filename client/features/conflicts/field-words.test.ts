import { beforeAll, expect, it } from 'vitest'
import { MESSAGES, type MessageCode } from '#schema/tables/messages.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { fieldName, valueWords } from '../../ui/feedback/field-words.ts'
import { formLine, writtenText } from './parked-words.ts'

/** Keys as an import generates them; they are never shown to a person. */
const KEY = 'c-l'
const requirement = buildRequirement({
  definition: buildDefinition({
    answer: [buildParameter({ id: KEY, key: KEY, name: 'Level of support' })],
  }),
})
const context = { requirement, releases: [] }
beforeAll(() => startLocale('en'))

it.each([
  `values.${KEY}`,
  `values.${KEY}.release`,
  `definition.answer.${KEY}`,
  'values.gone-k',
  'definition.content.gone-k',
  'somethingNew',
  'patch.somethingNew',
  'reason',
  'text',
  'weight',
])('the field %s is named by its label, never by its key', (field) => {
  const name = fieldName({ field }, context)
  expect(name).not.toContain(KEY)
  expect(name).not.toContain('gone-k')
  expect(name).toMatch(/^[A-Z]/)
})

it('written texts and conflicting fields are named by their labels', () => {
  const text = writtenText(
    { values: { [KEY]: 'Full' }, requirementId: requirement.id },
    formLine(() => requirement, context.releases),
  )
  expect(text).toBe(`${requirement.fullId} · Level of support: Full`)
  const lines = valueWords(
    { field: `definition.answer.${KEY}` },
    buildParameter({
      id: KEY,
      key: KEY,
      name: 'Level of support',
      options: [{ key: 'o-1', label: 'Full', value: 100 }],
    }),
    context,
  )
  expect(lines).toContain('Name: Level of support')
  expect(lines).not.toMatch(/c-l|o-1|^[a-z]\w*:/m)
})

it('no refusal shows the internal name of a field', () => {
  const coded = (Object.keys(MESSAGES) as MessageCode[]).filter((code) =>
    MESSAGES[code].text.includes('{field}'),
  )
  expect(coded.length).toBeGreaterThan(1)
  for (const code of coded) {
    for (const field of [
      'patch.name',
      'items.0.values.c-l',
      'newVersion',
      'deadline.zone',
      'notes',
    ]) {
      expect(codeText(code, { field, problem: 'is missing', length: 5 }), field).not.toMatch(
        /patch|items|c-l|newVersion|\.zone|notes/,
      )
    }
    expect(
      codeText(code, { field: 'Level of support', problem: 'is missing', length: 5 }),
    ).toContain('Level of support')
  }
})
