import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDocument } from '../../../tests/support/arbitrary-documents.ts'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import { allNodes, structureProblems, xmlTree } from '../../../tests/support/reqif-structure.ts'
import { readXml, tableOf } from '../../../tests/support/reqif.ts'
import { checkReqif } from './check-reqif.ts'
import { KEPT } from './reqif-names.ts'
import { type WrittenDocument, writeReqif } from './write-reqif.ts'

const write = (...documents: WrittenDocument[]): string =>
  writeReqif({ title: 'A & B', documents, files: new Map(), now: 0, id: 'file' })
const countOf = (xml: string, name: string): number =>
  allNodes(xmlTree(xml)).filter((node) => node.name === name).length

it('[RI11] every written document has the structure of ReqIF and the counts of the document', () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const xml = write({ id: 'd', name: 'D', ...document })
      expect(structureProblems(xmlTree(xml))).toEqual([])
      expect(countOf(xml, 'SPECIFICATION')).toBe(1)
      const headings = countOf(xml, 'SPEC-OBJECT') - document.requirements.length
      expect(headings).toBeGreaterThanOrEqual(0)
      expect(countOf(xml, 'SPEC-HIERARCHY')).toBe(document.requirements.length + headings)
      expect(checkReqif(readXml(xml)).problems).toEqual([])
    }),
    { numRuns: 60 },
  )
})

describe('[RI11] the checker of the structure', () => {
  const xml = write({
    ...{ id: 'd', name: 'D', sections: [{ id: 's1', name: 'S' }] },
    requirements: [
      {
        id: 'r1',
        fullId: 'D-1',
        sourceId: null,
        name: 'R',
        sectionId: 's1',
        definition: buildDefinition({ content: [] }),
      },
    ],
  })
  it.each([
    ['IDENTIFIER="_r1"', 'IDENTIFIER="tb-name"', 'tb-name twice'],
    ['<SPEC-OBJECT-REF>_r1<', '<SPEC-OBJECT-REF>gone<', 'SPEC-OBJECT-REF gone leads to undefined'],
    [
      '<SPEC-RELATIONS>\n</SPEC-RELATIONS>\n',
      '',
      'REQ-IF-CONTENT: DATATYPES SPEC-TYPES SPEC-OBJECTS SPECIFICATIONS',
    ],
  ])('[RI11] finds %s replaced', (found, by, problem) => {
    expect(xml).toContain(found)
    expect(structureProblems(xmlTree(xml.replace(found, by)))).toContain(problem)
  })
})

const requirement = (
  id: string,
  over: object = {},
  content: Parameters<typeof buildParameter>[0][] = [],
) => ({
  ...{ id, fullId: null, sourceId: null, name: id, sectionId: 's1' },
  definition: buildDefinition({ content: content.map((one) => buildParameter(one)) }),
  ...over,
})

it('[RI11] keeps the identifiers of attributes, choices, types and objects', () => {
  const options = [{ key: 'e-1', label: 'High', value: 'High' }]
  const xml = write({
    ...{ id: 'd', name: 'D', sections: [{ id: 's1', name: 'Light / Colour' }] },
    requirements: [
      requirement('r1', { sourceId: 'object-1', fullId: 'D-1' }, [
        { id: 'a-1', key: 'a-1', name: 'Priority', type: 'SELECTBOX', options, value: 'e-1' },
        {
          id: 'k',
          key: 'k',
          name: KEPT.type,
          type: 'SELECTBOX',
          options: [{ key: 't-1', label: 'Demand', value: 'Demand' }],
          value: 't-1',
        },
        {
          id: 'l',
          key: 'l',
          name: KEPT.relations,
          type: 'TEXTAREA',
          value: 'refines → _r2 [rel-1]\nuses → gone',
        },
      ]),
      requirement('r2', { sourceId: '12 not an XML id' }),
      requirement('r3', { sourceId: 'object-1' }),
    ],
  })
  const reqif = readXml(xml)
  expect(structureProblems(xmlTree(xml))).toEqual([])
  expect(reqif.objects.map(({ id }) => id)).toEqual(['_s-s1', '_s-s1-2', 'object-1', '_r2', '_r3'])
  expect(reqif.types.find(({ name }) => name === 'Demand')).toMatchObject({ id: 't-1' })
  expect(reqif.datatypes.flatMap(({ values }) => values.map(({ id, name }) => [id, name]))).toEqual(
    [['e-1', 'High']],
  )
  expect(reqif.types.flatMap(({ attributes }) => attributes.map(({ id }) => id))).toContain('a-1')
  expect(reqif.relations).toMatchObject([{ id: 'rel-1', source: 'object-1', target: '_r2' }])
  expect(reqif.specifications[0]?.nodes.map(({ objectId, depth }) => [objectId, depth])).toEqual([
    ['_s-s1', 1],
    ['_s-s1-2', 2],
    ['object-1', 3],
    ['_r2', 3],
    ['_r3', 3],
  ])
})

it('[RI11] a long name that is cut at a blank stays the name of its attribute', () => {
  const name = 'long '.repeat(200)
  const two = [
    { id: 'a', key: 'a', name, type: 'INPUT' as const, value: 'x' },
    { id: 'b', key: 'b', name, type: 'INPUT' as const, value: 'y' },
  ]
  const document = {
    ...{ id: 'd', name: 'D', sections: [{ id: 's1', name: 'S' }] },
    requirements: [requirement('r1', {}, two)],
  }
  const { rows } = tableOf(checkReqif(readXml(write(document))), document.requirements)
  const cut = 'long '.repeat(96).trim()
  expect(rows[0]?.slice(3, 5)).toEqual([cut, `${cut} (2)`])
  expect(rows[1]?.slice(3, 5)).toEqual(['x', 'y'])
})

it('[RI11] several documents are several specifications, and files are named where no text does', () => {
  const document = (id: string) => ({
    ...{ id, name: id, sections: [{ id: `${id}-s`, name: 'S' }] },
    requirements: [requirement(`${id}-r`, { sectionId: `${id}-s` })],
  })
  const xml = writeReqif({
    ...{ title: '', now: 0, id: 'file', documents: [document('d1'), document('d2')] },
    files: new Map([['d1-r', [{ path: 'files/a b.png', name: 'a b.png', mime: 'image/png' }]]]),
  })
  expect(structureProblems(xmlTree(xml))).toEqual([])
  expect(readXml(xml).specifications.map(({ name }) => name)).toEqual(['d1', 'd2'])
  expect(xml).toContain(
    '<xhtml:object data="files/a%20b.png" type="image/png">a b.png</xhtml:object>',
  )
})
