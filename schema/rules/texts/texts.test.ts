import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'
import { tablesOfTexts } from './tables-of-texts.ts'
import { TEXT_LIMITS, TextError } from './text-value.ts'

const read = (...texts: [path: string, json: string][]) =>
  tablesOfTexts(texts.map(([path, json]) => ({ path, value: parseJson(json) }))).tables
const columnOf = (json: string, name: string) => {
  const [header = [], ...rows] = rowsOf(json) ?? []
  return rows.map((row) => row[header.indexOf(name)])
}
const rowsOf = (json: string) => read(['a.json', json])[0]?.rows

it('[XL40] controls of an OSCAL catalogue stand in the groups around them, with parameters filled', () => {
  const control = {
    id: 'ac-2.1',
    title: 'Accounts',
    params: [
      { id: 'p1', label: 'days' },
      { id: 'p2', select: { choice: ['daily', 'after {{ insert: param, p1 }}'] } },
    ],
    props: [
      { name: 'label', value: 'AC-2(1)' },
      { name: 'level', value: 'high' },
    ],
    parts: [
      {
        name: 'statement',
        parts: [{ name: 'item', prose: 'Review {{ insert: param, p2 }}.', props: [] }],
      },
      { name: 'guidance', prose: 'Ask the owner.' },
    ],
  }
  const groups = [{ title: 'Access', groups: [{ title: 'People', controls: [control] }] }]
  expect(rowsOf(JSON.stringify({ catalog: { metadata: { title: 'C' }, groups } }))).toEqual([
    ['ID', 'Section', 'Requirement', 'Description', 'Guidance', 'Parameters', 'Level'],
    [
      ...['AC-2(1)', 'Access / People', 'Accounts'],
      'Review [Selection: daily; after [Assignment: days]].',
      'Ask the owner.',
      'p1: [Assignment: days]\np2: [Selection: daily; after [Assignment: days]]',
      'high',
    ],
  ])
})

it('[XL41] criteria of an OpenACR catalogue stand in chapters, with the labels of components', () => {
  const criteria = [{ id: '1.1.1', handle: 'Non-text Content', components: ['web', 'none'] }]
  const catalogue = {
    chapters: [{ id: 'a', label: 'Level A', criteria }],
    components: [
      { id: 'web', label: 'Web' },
      { id: 'none', label: '' },
    ],
  }
  expect(rowsOf(JSON.stringify(catalogue))).toEqual([
    ['ID', 'Section', 'Requirement', 'Components'],
    ['1.1.1', 'Level A', 'Non-text Content', 'Web'],
  ])
})

it('[XL41] criteria of an OpenACR report have a level and remarks, by component if there are several', () => {
  const component = (name: string, level: string) => ({ name, adherence: { level, notes: 'Why' } })
  const report = {
    title: 'A report',
    chapters: {
      success_criteria_level_a: {
        criteria: [
          { num: '1.1.1', components: [component('web', 'supports')] },
          { num: '1.2.1', components: [component('web', 'supports'), component('software', '')] },
        ],
      },
    },
  }
  const section = 'Success criteria level a'
  expect(rowsOf(JSON.stringify(report))).toEqual([
    ['ID', 'Section', 'Requirement', 'Adherence level', 'Remarks and explanations'],
    ['1.1.1', section, '1.1.1 web', 'supports', 'Why'],
    ['1.2.1 web', section, '1.2.1 web', 'supports', 'Why'],
    ['1.2.1 software', section, '1.2.1 software', '', 'Why'],
  ])
})

it('[XL42] questions of a VSAQ questionnaire stand in blocks, with choices, conditions and tips', () => {
  const items = [
    { type: 'info', text: 'Tell us of <b>firewalls</b>.' },
    { type: 'radiogroup', choices: [{ fw_yes: 'Yes' }, { fw_no: 'No' }], cond: 'net' },
    { type: 'line', id: 'who', text: 'Who keeps them?' },
    { type: 'tip', text: 'This is a risk.', cond: 'fw_no' },
  ]
  expect(
    rowsOf(
      `// A comment\n${JSON.stringify({
        questionnaire: [
          { type: 'block', text: 'Network', items },
          { type: 'block', text: 'Other', items: [] },
        ],
      })}`,
    ),
  ).toEqual([
    ['ID', 'Section', 'Requirement', 'Answer', 'Choices', 'Condition', 'Notes'],
    [
      ...['fw_yes', 'Network', 'Tell us of firewalls.', 'One choice', 'Yes\nNo', 'net'],
      'This is a risk.',
    ],
    ['who', 'Network', 'Who keeps them?', 'Text', '', '', ''],
  ])
})

it('[XL43] question files stand in the sections of their manifests', () => {
  const [table] = read(
    ['questions/price.json', '{"question": "What is the price?", "type": "pricing"}'],
    [
      'questions/support.json',
      '{"question": "Which support?", "type": "checkboxes", "optional": true, "options": [{"label": "Phone"}, {"label": "Mail"}]}',
    ],
    ['manifests/all.json', '[{"name": "Money", "questions": ["price"]}]'],
  )
  expect(table?.rows).toEqual([
    ['ID', 'Section', 'Requirement', 'Answer', 'Choices', 'Optional'],
    ['price', 'Money', 'What is the price?', 'Price', '', 'No'],
    ['support', 'questions', 'Which support?', 'Several choices', 'Phone\nMail', 'Yes'],
  ])
})

it('[XL44] needs stand in documents and their sections; a field that is always the same is dropped', () => {
  const need = (id: string, title: string, status: string) => ({
    ...{ id, title, status, description: `The system ${title}.`, type: 'req' },
    ...{ docname: 'docs/security', section_name: 'Keys', tags: ['a', id] },
  })
  const needs = { 'R-1': need('R-1', 'keeps keys', 'open'), 'R-2': need('R-2', 'x', 'done') }
  const value = { current_version: '2', versions: { '1': { needs: {} }, '2': { needs } } }
  expect(rowsOf(JSON.stringify(value))).toEqual([
    ['ID', 'Section', 'Requirement', 'Description', 'status', 'tags'],
    ['R-1', 'security / Keys', 'keeps keys', 'The system keeps keys.', 'open', 'a\nR-1'],
    ['R-2', 'security / Keys', 'x', 'The system x.', 'done', 'a\nR-2'],
  ])
})

it('[XL45] leaves of any tree stand below its headings; other lists are sheets of their own', () => {
  const leaf = (id: string) => ({ id, text: `The system does what ${id} says, at any time.` })
  const value = {
    people: [{ name: 'Eva' }],
    items: [
      { title: 'One', items: [{ title: 'Inner', items: [leaf('1.1.1'), leaf('1.1.2')] }] },
      { title: 'Two', items: [leaf('2.1')] },
    ],
  }
  const [first, second, ...others] = read(['a.json', JSON.stringify(value)])
  expect(first?.rows).toEqual([
    ['Section', 'id', 'text'],
    ['One / Inner', ...Object.values(leaf('1.1.1'))],
    ['One / Inner', ...Object.values(leaf('1.1.2'))],
    ['Two', ...Object.values(leaf('2.1'))],
  ])
  expect([second?.name, others]).toEqual(['people', []])
  expect(read(['a.json', '[{"id": 1}]'], ['x/b.json', '[{"id": 2}]'])).toMatchObject([
    { name: 'a List 1' },
    { name: 'b List 1' },
  ])
})

const refusalOf = (json: string) => {
  try {
    return rowsOf(json)
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    return [error.code, error.line]
  }
}
it.each([
  ['a value is missing', '[\n {"id": }]', ['textBroken', 2]],
  ['text after the end', '[]\n[]', ['textBroken', 2]],
  ['an escape that is none', '["\\x"]', ['textBroken', 1]],
  ['a string ends in an escaped mark', '["\\"', ['textBroken', 1]],
  ['too deep', `\n${'['.repeat(TEXT_LIMITS.depth + 2)}`, ['textTooDeep', 2]],
  ['too many values', `[${'1,'.repeat(TEXT_LIMITS.values)}1]`, ['textTooLarge', 1]],
  ['no list', '{"a": 1}', ['textNoList', 0]],
])('[XL46] refuses a text with its line: %s', (_, json, refusal) => {
  expect(refusalOf(json)).toEqual(refusal)
})

it('[XL46] refuses thousands of fields before a table of them is built', () => {
  const many = Array.from({ length: 30_000 }, (_, at) => ({ id: `R-${at}`, [`k${at}`]: 'v' }))
  expect(refusalOf(JSON.stringify(many))).toEqual(['textTooLarge', 0])
  const needs = Object.fromEntries(many.map((one) => [one.id, { title: 'x', ...one }]))
  const value = { versions: { '1': { needs } } }
  expect(refusalOf(JSON.stringify(value))).toEqual(['textTooLarge', 0])
})

it('[XL45] cuts the upper headings where all of them are too long together', () => {
  const long = (text: string) => text.repeat(40)
  let tree: unknown = [{ id: 'A', text: 'The system works.' }]
  for (const name of ['four', 'three', 'two', 'one']) tree = [{ title: long(name), items: tree }]
  expect(columnOf(JSON.stringify({ items: tree }), 'Section')).toEqual([long('four')])
})

it('[XL46] keeps escapes, and the form of numbers and keys that name parts of objects', () => {
  expect(
    rowsOf(
      '[{"id": 1.10, "__proto__": "p", "a\\\\": "say \\"no\\"\\\\", "big": 12345678901234567890}]',
    ),
  ).toEqual([
    ['id', '__proto__', 'a\\', 'big'],
    ['1.10', 'p', 'say "no"\\', '12345678901234567890'],
  ])
})
