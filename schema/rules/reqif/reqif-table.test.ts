import { expect, it } from 'vitest'
import {
  attribute,
  checkedXml,
  node,
  object,
  reqifXml,
  tableOf,
  type,
  value,
} from '../../../tests/support/reqif.ts'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import { reqifColumns } from './reqif-columns.ts'
import { reqifDocuments } from './reqif-documents.ts'
import { KEPT } from './reqif-names.ts'
import { areSameRelations, splitRelations } from './reqif-relations.ts'
import { currentSource, readSources, sourcesText } from './reqif-source.ts'

const NAME = attribute('STRING', 'a-name', 'ReqIF.Name')
const TEXT = attribute('XHTML', 'a-text', 'ReqIF.Text')
const HEADING = type(
  'h',
  attribute('STRING', 'h-name', 'ReqIF.ChapterName') + attribute('XHTML', 'h-text', 'ReqIF.Text'),
  'My Heading',
)
const heading = (id: string, title: string, text = '') =>
  object(
    id,
    'h',
    value('STRING', 'h-name', title) + (text === '' ? '' : value('XHTML', 'h-text', text)),
  )
const named = (id: string, name: string, more = '') =>
  object(id, 't', value('STRING', 'a-name', name) + more)

it('[RI6] headings become sections, one with a text a requirement, and repeated objects count once', () => {
  const checked = checkedXml(
    reqifXml({
      types: HEADING + type('t', NAME + TEXT),
      objects:
        heading('h1', 'Light') +
        heading('h2', 'Colour', '<p>About</p>') +
        named('o1', 'Glow') +
        named('o2', 'Shine') +
        named('o3', 'Left'),
      tree: node('h1', node('o1', node('o2')) + node('h2', node('o1'))) + node('o3'),
    }),
  )
  const [document] = reqifDocuments(checked)
  expect(document).toMatchObject({ id: 'spec', name: 'Lamps', headings: 1, repeated: 1 })
  expect(document?.objects.map((one) => [one.object.id, one.section])).toEqual([
    ['o1', 'Light'],
    ['o2', 'Light'],
    ['h2', 'Light / Colour'],
    ['o3', ''],
  ])
})

it('[RI6] objects outside of all specifications are a document of their own', () => {
  const checked = checkedXml(reqifXml({ types: type('t', NAME), objects: named('o1', 'A') }))
  expect(reqifDocuments(checked).map(({ id, objects }) => [id, objects.length])).toEqual([
    ['spec', 0],
    ['', 1],
  ])
})

const STATUS =
  '<DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="dt-e"><SPECIFIED-VALUES><ENUM-VALUE IDENTIFIER="e1" LONG-NAME="agreed"/><ENUM-VALUE IDENTIFIER="e2" LONG-NAME="to clarify"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION><DATATYPE-DEFINITION-INTEGER IDENTIFIER="dt-i"/><DATATYPE-DEFINITION-DATE IDENTIFIER="dt-d"/><DATATYPE-DEFINITION-BOOLEAN IDENTIFIER="dt-b"/>'
const KINDS = [
  NAME,
  TEXT,
  attribute('ENUMERATION', 'a-oem', 'HIS:OemStatus', 'dt-e'),
  attribute('ENUMERATION', 'a-supplier', 'HIS:SupplierStatus', 'dt-e'),
  attribute('ENUMERATION', 'a-many', 'Fits', 'dt-e').replace(
    'LONG-NAME',
    'MULTI-VALUED="true" LONG-NAME',
  ),
  attribute('INTEGER', 'a-n', 'Count', 'dt-i'),
  attribute('DATE', 'a-d', 'Due', 'dt-d'),
  attribute('BOOLEAN', 'a-b', 'Safe', 'dt-b'),
].join('')
const kinds = checkedXml(
  reqifXml({
    datatypes: STATUS,
    types: type('t', KINDS, 'Demand'),
    objects: named(
      'o1',
      'Glow',
      [
        value('XHTML', 'a-text', '<p>Must <b>glow</b>.</p>'),
        value('ENUMERATION', 'a-oem', 'e2'),
        value('ENUMERATION', 'a-supplier', 'e1'),
        value('ENUMERATION', 'a-many', 'e1 e2'),
        value('INTEGER', 'a-n', '7'),
        value('DATE', 'a-d', '2026-03-01T09:30:00+01:00'),
        value('BOOLEAN', 'a-b', '1'),
      ].join(''),
    ),
    tree: node('o1'),
  }),
)

it('[RI7] each attribute is guessed to become a field of its kind', () => {
  const objects = reqifDocuments(kinds)[0]?.objects.map((one) => one.object) ?? []
  expect(reqifColumns(kinds, objects).map(({ label, role }) => [label, role])).toEqual([
    ['ReqIF.Name', 'name'],
    ['ReqIF.Text', 'longText'],
    ['HIS:OemStatus', 'select'],
    ['HIS:SupplierStatus', 'answer'],
    ['Fits', 'choices'],
    ['Count', 'number'],
    ['Due', 'date'],
    ['Safe', 'tick'],
  ])
})

it('[RI7] equal names are numbered, and no more attributes are guessed than a requirement can have', () => {
  const many = Array.from({ length: 300 }, (_, at) => attribute('STRING', `a-${at}`, 'Note'))
  const values = many.map((_, at) => value('STRING', `a-${at}`, 'x')).join('')
  const checked = checkedXml(
    reqifXml({
      types: type('t', many.join('')),
      objects: object('o1', 't', values),
      tree: node('o1'),
    }),
  )
  const columns = reqifColumns(checked, checked.reqif.objects)
  expect(columns.slice(0, 2).map(({ label }) => label)).toEqual(['Note', 'Note (2)'])
  expect(columns.filter(({ role }) => role === 'text')).toHaveLength(190)
})

it('[RI7] the fields keep identifiers and choices, and the supplier is asked', () => {
  const { rows, mapping } = tableOf(kinds)
  expect(rows[1]).toEqual([
    'o1',
    '',
    'Glow',
    'Must glow.',
    'to clarify',
    'agreed\nto clarify',
    '7',
    '2026-03-01',
    'Yes',
    'Demand',
    '',
    JSON.stringify({
      Due: '2026-03-01T09:30:00+01:00',
      'ReqIF place': '{"specification":"spec","node":"h-o1-0","headings":[]}',
      'ReqIF.Text': '<p>Must <b>glow</b>.</p>',
    }),
  ])
  const options = [
    { key: 'e1', label: 'agreed', value: 'agreed' },
    { key: 'e2', label: 'to clarify', value: 'to clarify' },
  ]
  expect(mapping.fields?.[4]).toEqual({ type: 'SELECTBOX', options, id: 'a-oem' })
  expect(mapping.answers).toEqual([
    { id: 'a-supplier', key: 'a-supplier', name: 'HIS:SupplierStatus', type: 'SELECTBOX', options },
  ])
})

const existing = (over: object) => ({
  ...{ id: 'r1', fullId: 'D-0001', sourceId: null, name: 'Glow', sectionId: 's1' },
  definition: buildDefinition({ content: [] }),
  ...over,
})

it('[RI8] an object is found by the identifier of an earlier file or of an export', () => {
  expect(tableOf(kinds, [existing({ sourceId: 'o1' })]).rows[1]?.[0]).toBe('D-0001')
  expect(tableOf(kinds, [existing({ sourceId: 'other' })]).rows[1]?.[0]).toBe('o1')
  const exported = checkedXml(
    reqifXml({ types: type('t', NAME), objects: named('_r1', 'Glow'), tree: node('_r1') }),
  )
  expect(tableOf(exported, [existing({})]).rows[1]?.[0]).toBe('D-0001')
})

it('[RI9] relations are lines of the requirement they start from', () => {
  const end = (tag: string, id: string) =>
    `<${tag}><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></${tag}>`
  const checked = checkedXml(
    reqifXml({
      types: `${type('t', NAME)}<SPEC-RELATION-TYPE IDENTIFIER="rt" LONG-NAME="refines"/>`,
      objects: named('o1', 'A') + named('o2', 'B'),
      relations: `<SPEC-RELATION IDENTIFIER="r1"><TYPE><SPEC-RELATION-TYPE-REF>rt</SPEC-RELATION-TYPE-REF></TYPE>${end('SOURCE', 'o1')}${end('TARGET', 'o2')}</SPEC-RELATION>`,
      tree: node('o1') + node('o2'),
    }),
  )
  const { rows } = tableOf(checked)
  const at = rows[0]?.indexOf(KEPT.relations) ?? -1
  expect([rows[1]?.[at], rows[2]?.[at]]).toEqual(['refines → o2 [r1]', ''])
  expect(splitRelations('refines → o2 [r1]\nsee also\nuses → gone', (id) => id === 'o2')).toEqual({
    relations: [{ type: 'refines', target: 'o2', id: 'r1' }],
    rest: ['see also', 'uses → gone'],
  })
  expect(areSameRelations('a → b [1]\nc → d', 'c → d [2]\na → b [1]')).toBe(true)
  expect(areSameRelations('a → b', 'a → c')).toBe(false)
})

it('[RI10] markup and times are written as they came until the text changes', () => {
  const source = '<p>Must <b>glow</b>.</p>'
  expect(currentSource('XHTML', 'Must glow.', source)).toBe(source)
  expect(currentSource('XHTML', 'Must shine.', source)).toBe('<div>Must shine.</div>')
  expect(currentSource('DATE', '2026-03-01', '2026-03-01T09:30:00Z')).toBe('2026-03-01T09:30:00Z')
  expect(currentSource('DATE', '2026-03-02', '2026-03-01T09:30:00Z')).toBe('2026-03-02T00:00:00Z')
  const kept = new Map([
    ['b', source],
    ['__proto__', 'x'],
  ])
  expect(readSources(sourcesText(kept))).toEqual(kept)
  expect(readSources('{}').get('toString')).toBeUndefined()
  expect(readSources('no JSON')).toEqual(new Map())
  expect(
    sourcesText(
      new Map([
        ['a', 'x'],
        ['b', 'y'.repeat(30_000)],
      ]),
    ),
  ).toBe('{"a":"x"}')
})

it('[RI10] a file that says what an export would write changes nothing', () => {
  const text = buildParameter({
    id: 'a-text',
    key: 'a-text',
    name: 'ReqIF.Text',
    type: 'TEXTAREA',
    value: 'New',
  })
  const kept = buildParameter({
    id: 'k',
    key: 'k',
    name: KEPT.source,
    type: 'TEXTAREA',
    value: '{"ReqIF.Text":"<p>Old</p>"}',
  })
  const known = existing({ sourceId: 'o1', definition: buildDefinition({ content: [text, kept] }) })
  const file = (markup: string) =>
    tableOf(
      checkedXml(
        reqifXml({
          types: type('t', NAME + TEXT),
          objects: named('o1', 'Glow', value('XHTML', 'a-text', markup)),
          tree: node('o1'),
        }),
      ),
      [known],
    ).rows[1]?.at(-1)
  expect(file('<div>New</div>')).toBe('{"ReqIF.Text":"<p>Old</p>"}')
  expect(file('<p><i>New</i></p>')).toBe('{"ReqIF.Text":"<p><i>New</i></p>"}')
})
