import { describe, expect, it } from 'vitest'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import { checkedXml, node, object, reqifXml, tableOf, type } from '../../../tests/support/reqif.ts'
import { reqifDocuments } from './reqif-documents.ts'
import { KEPT } from './reqif-names.ts'
import { PARENT, parentsOf } from './reqif-parents.ts'
import { readSources } from './reqif-source.ts'
import { type WrittenRequirement, writeReqif } from './write-reqif.ts'

const below = (id: string, parent: string, over: object = {}): WrittenRequirement => ({
  ...{ id, fullId: null, sourceId: `o-${id}`, name: id, sectionId: 's1' },
  definition: buildDefinition({
    content: [
      buildParameter({
        ...{ id: 'k', key: 'k', name: KEPT.source, type: 'TEXTAREA' },
        value: parent === '' ? '' : JSON.stringify({ [PARENT]: parent }),
      }),
    ],
  }),
  ...over,
})
const SECTIONS = ['s1', 's2'].map((id) => ({ id, name: id }))
const written = (requirements: readonly WrittenRequirement[]) =>
  writeReqif({
    ...{ title: '', files: new Map(), now: 0, id: 'x' },
    documents: [{ id: 'd', name: 'D', sections: SECTIONS, requirements }],
  })
const placesOf = (requirements: readonly WrittenRequirement[]) =>
  checkedXml(written(requirements)).reqif.specifications[0]?.nodes.map(({ objectId, depth }) => [
    objectId,
    depth,
  ])

it('[RI13] an object below a requirement keeps its section and its parent', () => {
  const checked = checkedXml(
    reqifXml({
      types: type('t') + type('Heading'),
      objects:
        ['a', 'b', 'c', 'd'].map((id) => object(id, 't', '', id)).join('') +
        object('h', 'Heading', '', 'Light'),
      tree: node('h', node('a', node('b', node('c')) + node('a'))) + node('d'),
    }),
  )
  const [document] = reqifDocuments(checked)
  expect(document?.objects.map((one) => [one.object.id, one.section, one.parent])).toEqual([
    ['a', 'Light', null],
    ['b', 'Light', 'a'],
    ['c', 'Light', 'b'],
    ['d', '', null],
  ])
  const parents = tableOf(checked)
    .rows.slice(1)
    .map((row) => readSources(String(row.at(-1))).get(PARENT))
  expect(parents).toEqual([undefined, 'a', 'b', undefined])
})

it('[RI13] an object below a heading in a requirement has no parent', () => {
  const checked = checkedXml(
    reqifXml({
      types: type('t') + type('Heading'),
      objects: object('a', 't') + object('b', 't') + object('h', 'Heading', '', 'Light'),
      tree: node('a', node('h', node('b'))),
    }),
  )
  expect(reqifDocuments(checked)[0]?.objects).toMatchObject([
    { section: '', parent: null },
    { section: 'Light', parent: null },
  ])
})

describe('[RI13] an export', () => {
  it('[RI13] places requirements below their parents, in their order', () => {
    expect(
      placesOf([below('c', 'o-a'), below('a', ''), below('b', '_a'), below('d', 'o-b')]),
    ).toEqual([
      ['_s-s1', 1],
      ['o-a', 2],
      ['o-c', 3],
      ['o-b', 3],
      ['o-d', 4],
      ['_s-s2', 1],
    ])
  })

  it.each([
    ['moved to another section', [below('a', ''), below('b', 'o-a', { sectionId: 's2' })]],
    ['without its parent', [below('b', 'o-a')]],
    ['below itself', [below('a', 'o-a')]],
    ['below its own child', [below('a', 'o-b'), below('b', 'o-a')]],
    [
      'below an identifier of two',
      [below('a', ''), below('c', '', { sourceId: 'o-a' }), below('b', 'o-a')],
    ],
  ])('[RI13] places a requirement %s in its section', (_, requirements) => {
    expect([...parentsOf(requirements)]).toEqual([])
    const places = placesOf(requirements)?.filter(([id]) => !String(id).startsWith('_s-'))
    expect(places?.map(([, depth]) => depth)).toEqual(requirements.map(() => 2))
  })
})

describe('[RI13] a file that comes back', () => {
  const family = [below('a', ''), below('b', 'o-a'), below('c', '')]
  const sources = (places: string) => {
    const objects = family.map(({ sourceId }) => object(sourceId ?? '', 't')).join('')
    const checked = checkedXml(reqifXml({ types: type('t'), objects, tree: places }))
    return tableOf(checked, family)
      .rows.slice(1)
      .map((row) => [row[0], row.at(-1)])
  }
  const own = (text: string) => JSON.stringify({ [PARENT]: text })

  it('[RI13] moves a requirement below another parent, or out of it', () => {
    expect(sources(node('o-a') + node('o-c', node('o-b')))).toEqual([
      ['a', ''],
      ['c', ''],
      ['b', own('o-c')],
    ])
    expect(sources(node('o-a') + node('o-b'))).toEqual([
      ['a', ''],
      ['b', ''],
    ])
  })

  it('[RI13] without the parent leaves it', () => {
    expect(sources(node('o-b'))).toEqual([['b', own('o-a')]])
  })
})
