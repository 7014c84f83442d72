import { expect, it } from 'vitest'
import {
  attribute,
  checkedXml,
  node,
  object,
  readXml,
  reqifXml,
  type,
  value,
} from '../../../tests/support/reqif.ts'
import { REQIF_LIMITS, ReqifError } from './reqif-model.ts'

const errorOf = (xml: string): [string, number] => {
  try {
    readXml(xml)
  } catch (error) {
    if (error instanceof ReqifError) return [error.code, error.line]
    throw error
  }
  return ['none', 0]
}
const TEXT = attribute('XHTML', 'a-text', 'ReqIF.Text')
const small = reqifXml({
  types: type('t', TEXT),
  objects: object('o1', 't', value('XHTML', 'a-text', '<xhtml:p>A &amp; b</xhtml:p>'), 'One'),
  tree: node('o1'),
})

it('[RI1] reads the elements with identifiers and lines, also with prefixes', () => {
  const plain = readXml(small)
  expect(plain.objects).toMatchObject([
    { id: 'o1', name: 'One', typeId: 't', line: 3, values: [{ raw: '<p>A &amp; b</p>' }] },
  ])
  expect(plain.specifications[0]?.nodes).toEqual([
    { id: 'h-o1-0', objectId: 'o1', depth: 1, line: 5 },
  ])
  const prefixed = small.replace('xmlns=', 'xmlns:r=').replace(/<(\/?)([A-Z])/g, '<$1r:$2')
  expect(readXml(prefixed)).toEqual(plain)
})

const REFERENCE = '<SPEC-OBJECT-REF>o1</SPEC-OBJECT-REF>'
const full = reqifXml({
  datatypes:
    '\n<DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="dt-e" LONG-NAME="Levels"><SPECIFIED-VALUES><ENUM-VALUE IDENTIFIER="e1" LONG-NAME="high"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION>',
  types: `${type('t', TEXT)}\n<SPEC-RELATION-TYPE IDENTIFIER="rt" LONG-NAME="refines"/>`,
  objects: object('o1', 't', value('XHTML', 'a-text', '<xhtml:p>A</xhtml:p>'), 'One'),
  relations: `<SPEC-RELATION IDENTIFIER="r1"><TYPE><SPEC-RELATION-TYPE-REF>rt</SPEC-RELATION-TYPE-REF></TYPE><SOURCE>${REFERENCE}</SOURCE><TARGET>${REFERENCE}</TARGET></SPEC-RELATION>`,
  tree: node('o1', node('o1')),
}).replace(
  '<CORE-CONTENT>',
  '<THE-HEADER><REQ-IF-HEADER IDENTIFIER="f"><REQ-IF-TOOL-ID>A tool</REQ-IF-TOOL-ID><SOURCE-TOOL-ID>Its source</SOURCE-TOOL-ID><TITLE>Lamps</TITLE></REQ-IF-HEADER></THE-HEADER><CORE-CONTENT>',
)

it('[RI1] reads header, datatypes, types, trees and relations with identifiers and lines', () => {
  const { header, datatypes, types, specifications, relations } = readXml(full)
  expect(header).toEqual({ title: 'Lamps', tool: 'A tool', sourceTool: 'Its source' })
  expect(datatypes.map(({ id, name, kind, line }) => [id, name, kind, line])).toEqual([
    ['dt-s', '', 'STRING', 1],
    ['dt-x', '', 'XHTML', 1],
    ['dt-e', 'Levels', 'ENUMERATION', 2],
  ])
  expect(datatypes[2]?.values).toMatchObject([{ id: 'e1', name: 'high', line: 2 }])
  expect(types).toMatchObject([
    {
      ...{ id: 't', of: 'object', line: 3 },
      attributes: [
        { id: 'a-text', name: 'ReqIF.Text', kind: 'XHTML', datatypeId: 'dt-x', line: 3 },
      ],
    },
    { id: 'rt', name: 'refines', of: 'relation', line: 4 },
  ])
  expect(specifications).toMatchObject([
    {
      id: 'spec',
      name: 'Lamps',
      nodes: [
        { objectId: 'o1', depth: 1 },
        { objectId: 'o1', depth: 2 },
      ],
    },
  ])
  expect(relations).toMatchObject([{ id: 'r1', typeId: 'rt', source: 'o1', target: 'o1', line: 6 }])
})

it('[RI1] the order of elements does not matter', () => {
  const swapped = full
    .replace(/(<VALUES>.*?<\/VALUES>)(<TYPE>.*?<\/TYPE>)/g, '$2$1')
    .replace(/(<OBJECT>.*?<\/OBJECT>)(<CHILDREN><\/CHILDREN>)/g, '$2$1')
    .replace(/(<SOURCE>.*?<\/SOURCE>)(<TARGET>.*?<\/TARGET>)/g, '$2$1')
    .replace(/(<SPEC-OBJECTS>.*<\/SPEC-OBJECTS>)\n(<SPEC-RELATIONS>.*<\/SPEC-RELATIONS>)/, '$2\n$1')
  const withoutLines = (xml: string): unknown =>
    JSON.parse(JSON.stringify(readXml(xml), (key, held: unknown) => (key === 'line' ? 0 : held)))
  expect(swapped.indexOf('<SPEC-RELATIONS>')).toBeLessThan(swapped.indexOf('<SPEC-OBJECTS>'))
  expect(withoutLines(swapped)).toEqual(withoutLines(full))
})

it('[RI1] the default value of an attribute and what tools add belong to no object', () => {
  const start = '<DEFAULT-VALUE>'
  const types = type(
    't',
    TEXT.replace('<TYPE>', `${start}${value('XHTML', 'a-text', 'x')}</DEFAULT-VALUE><TYPE>`),
  )
  const xml = reqifXml({ types, objects: object('o1', 't') }).replace(
    '</REQ-IF>',
    `<TOOL-EXTENSIONS><x>${object('o2', 't')}</x></TOOL-EXTENSIONS></REQ-IF>`,
  )
  expect(readXml(xml).objects).toMatchObject([{ id: 'o1', values: [] }])
})

it('[RI1] elements with other names are passed over, whatever they are called', () => {
  const others = ['constructor', '__proto__', 'toString', 'X'].map((name) => `<${name}/>`).join('')
  const xml = small.replace('<SPEC-OBJECTS>', `<SPEC-OBJECTS>${others}`)
  expect(readXml(xml)).toEqual(readXml(small))
})

it('[RI2] other XML, a document type, deep nesting and too many objects are refused with the line', () => {
  expect(errorOf('\n<html/>')).toEqual(['notReqif', 2])
  expect(errorOf('plain text')).toEqual(['reqifBroken', 1])
  expect(errorOf('')).toEqual(['reqifBroken', 1])
  expect(errorOf(`<!DOCTYPE REQ-IF [<!ENTITY a "b">]>\n<REQ-IF>&a;</REQ-IF>`)[0]).toBe(
    'reqifDocumentType',
  )
  expect(errorOf('<REQ-IF>\n&nbsp;</REQ-IF>')).toEqual(['reqifBroken', 2])
  expect(errorOf('<REQ-IF>\n<SPEC-OBJECTS>')[0]).toBe('reqifBroken')
  expect(errorOf(`<REQ-IF>\n${'<a>'.repeat(REQIF_LIMITS.depth)}`)).toEqual(['reqifTooDeep', 2])
  const many = `<REQ-IF>${'<SPEC-OBJECT/>\n'.repeat(REQIF_LIMITS.objects + 1)}</REQ-IF>`
  expect(errorOf(many)).toEqual(['reqifTooLarge', REQIF_LIMITS.objects + 1])
  const types = `<REQ-IF>\n${'<SPEC-OBJECT-TYPE/>'.repeat(REQIF_LIMITS.definitions + 1)}</REQ-IF>`
  expect(errorOf(types)).toEqual(['reqifTooLarge', 2])
})

it('[RI3] what is wrong is listed with line and identifier, and the value is left out', () => {
  const checked = checkedXml(
    reqifXml({
      datatypes: '<DATATYPE-DEFINITION-DATE IDENTIFIER="dt-d"/>',
      types: type(
        't',
        TEXT + attribute('DATE', 'a-date', 'Due', 'dt-d') + attribute('REAL', 'a-n', 'N', 'none'),
      ),
      objects: [
        object('o1', 't', value('DATE', 'a-date', '2026-02-30')),
        object('o1', 't'),
        object('', 't'),
        object('o2', 'gone', value('STRING', 'a-text', 'x') + value('STRING', 'other', 'x')),
      ].join('\n'),
      relations:
        '<SPEC-RELATION IDENTIFIER="r1"><SOURCE><SPEC-OBJECT-REF>o1</SPEC-OBJECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>o9</SPEC-OBJECT-REF></TARGET></SPEC-RELATION>',
      tree: node('o8'),
    }),
  )
  expect(checked.problems.map(({ code, line, id, text }) => [code, line, id, text])).toEqual([
    ['datatypeUnknown', 2, 'a-n', 'none'],
    ['wrongValue', 3, 'o1', '2026-02-30'],
    ['idTwice', 4, 'o1', 'o1'],
    ['idMissing', 5, '', ''],
    ['typeUnknown', 6, 'o2', 'gone'],
    ['wrongValue', 6, 'o2', 'STRING'],
    ['attributeUnknown', 6, 'o2', 'other'],
    ['relationUnknown', 7, 'r1', 'o9'],
    ['typeUnknown', 7, 'r1', ''],
    ['objectUnknown', 8, 'spec', 'o8'],
  ])
  expect(checked.bad.size).toBe(3)
  expect([...checked.objects.keys()]).toEqual(['o1', 'o2'])
})
