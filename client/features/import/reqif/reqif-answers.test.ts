import { describe, expect, it } from 'vitest'
import {
  attribute,
  checkedXml,
  node,
  object,
  reqifXml,
  type,
  value,
} from '../../../../tests/support/reqif.ts'
import type { ReqifFile } from '../parsed-file.ts'
import { openReqif } from './reqif-answers.ts'

const PICTURE = '<xhtml:div>Lamp 3 <xhtml:object data="img/a.png" type="image/png"/></xhtml:div>'
const OBJECTS = [0, 1, 2, 3].map((at) =>
  object(
    `o${at}`,
    't',
    value('XHTML', 'x', at === 3 ? PICTURE : `<xhtml:div>Lamp ${at}</xhtml:div>`) +
      (at < 2 ? value('STRING', 's', `Reason ${at}`) : ''),
  ),
)
const specification = (id: string, ...objects: number[]): string =>
  `<SPECIFICATION IDENTIFIER="${id}" LONG-NAME="Name of ${id}"><CHILDREN>${objects
    .map((at) => node(`o${at}`))
    .join('')}</CHILDREN></SPECIFICATION>`
/** Specifications of one object, of two and of two others. */
const XML = reqifXml({
  types: type('t', attribute('XHTML', 'x', 'Text') + attribute('STRING', 's', 'Reason')),
  objects: OBJECTS.join(''),
  tree: node('o0'),
}).replace(
  '</SPECIFICATION>',
  `</SPECIFICATION>${specification('second', 1, 2)}${specification('third', 2, 3)}`,
)
const fileOf = (xml = XML): ReqifFile => ({
  checked: checkedXml(xml),
  files: new Map([['img/a.png', new Uint8Array(3)]]),
})
const opened = () => openReqif(fileOf())

describe('what a page shows of a ReqIF file', () => {
  it('is its specifications, its files, and the columns of the first of the largest ones', () => {
    const { outline } = opened()
    expect(outline.specifications).toEqual([
      { id: 'spec', name: 'Lamps', headings: 0, repeated: 0, objectCount: 1 },
      { id: 'second', name: 'Name of second', headings: 0, repeated: 0, objectCount: 2 },
      { id: 'third', name: 'Name of third', headings: 0, repeated: 0, objectCount: 2 },
    ])
    expect(outline.best.at).toBe(1)
    expect(outline.best.columns).toMatchObject([
      { label: 'Text', filled: 2, samples: ['Lamp 1', 'Lamp 2'], role: 'longText' },
      { label: 'Reason', filled: 1, samples: ['Reason 1'], role: 'text' },
    ])
    expect(Object.keys(outline.best.columns[0] ?? {}).toSorted()).toEqual([
      ...['filled', 'label', 'role', 'roles', 'samples'],
    ])
    expect(outline).toMatchObject({ tool: '', relationCount: 0, problems: [], problemCount: 0 })
    expect([...outline.files.keys()]).toEqual(['img/a.png'])
  })

  it('has no specification in a file without one', () => {
    const empty = XML.replace(/<SPECIFICATIONS>[^]*<\/SPECIFICATIONS>/, '').replace(
      /<SPEC-OBJECTS>[^]*<\/SPEC-OBJECTS>/,
      '',
    )
    const { outline } = openReqif(fileOf(empty))
    expect([outline.specifications, outline.best]).toEqual([[], { at: 0, columns: [] }])
  })
})

describe('a specification', () => {
  it('has attributes of its own objects, and none where it is not there', () => {
    const { attributes } = opened().answers
    const shown = (at: number) => attributes({ at }).map(({ label, filled }) => [label, filled])
    expect(shown(2)).toEqual([
      ['Text', 2],
      ['Reason', 0],
    ])
    expect(shown(1)).toEqual([
      ['Text', 2],
      ['Reason', 1],
    ])
    expect(shown(9)).toEqual([])
  })

  it('becomes the sheet at its position, with the files that its rows name', () => {
    const { specifiedTable, plan, planPage } = opened().answers
    const table = specifiedTable({ at: 2, roles: ['name'] })
    expect(table.names.slice(0, 3)).toEqual(['ID', 'Section', 'Requirement'])
    expect([...table.files]).toEqual([[3, ['img/a.png']]])
    plan({ sheetIndex: 2, headerRow: 1, mapping: table.mapping, isNew: true })
    expect(planPage({ list: 'creates', from: 0 })).toMatchObject([
      { sourceId: 'o2', name: 'Lamp 2' },
      { sourceId: 'o3', name: 'Lamp 3 [a.png]' },
    ])
  })

  it('that is not there becomes an empty sheet', () => {
    const { specifiedTable, plan } = opened().answers
    const table = specifiedTable({ at: 9, roles: [] })
    expect(table.files.size).toBe(0)
    const asked = { sheetIndex: 9, headerRow: 1, mapping: table.mapping, isNew: true }
    expect(plan(asked).lengths).toMatchObject({ creates: 0, sections: 0 })
  })
})

describe('the documents that the specifications update', () => {
  const send = (
    answers: ReturnType<typeof opened>['answers'],
    [id, isFirst]: [id: string, isFirst: boolean],
    ...objects: number[]
  ) =>
    answers.targetPart({
      isFirst,
      target: { id, requirements: objects.map((at) => ({ id: `r${at}`, sourceId: `o${at}` })) },
    })

  it('are those that have most of their objects, from all parts that were sent', () => {
    const { answers } = opened()
    expect(answers.targets(null)).toEqual([null, null, null])
    send(answers, ['d2', true], 1, 2)
    send(answers, ['d1', false], 0)
    send(answers, ['d2', false], 9)
    expect(answers.targets(null)).toEqual(['d1', 'd2', null])
  })

  it('are no documents that were sent before others', () => {
    const { answers } = opened()
    send(answers, ['d1', true], 0)
    send(answers, ['d2', true], 1, 2)
    expect(answers.targets(null)).toEqual([null, 'd2', null])
  })
})
