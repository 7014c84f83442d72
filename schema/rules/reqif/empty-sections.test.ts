import { expect, it } from 'vitest'
import { buildDefinition } from '../../../tests/support/project-rows.ts'
import { checkedXml } from '../../../tests/support/reqif.ts'
import { reqifDocuments } from './reqif-documents.ts'
import { writeReqif } from './write-reqif.ts'

const documentOf = (sections: readonly string[], filled: readonly number[]) => {
  const [document] = reqifDocuments(
    checkedXml(
      writeReqif({
        ...{ title: '', files: new Map(), now: 0, id: 'x' },
        documents: [
          {
            ...{ id: 'd', name: 'D' },
            sections: sections.map((name, at) => ({ id: `s${at}`, name })),
            requirements: filled.map((at) => ({
              ...{ id: `r${at}`, fullId: null, sourceId: `o${at}`, name: 'Opens' },
              ...{ sectionId: `s${at}`, definition: buildDefinition({}) },
            })),
          },
        ],
      }),
    ),
  )
  return document
}

it('[RI16] sections without requirements are headings at their places', () => {
  const document = documentOf(['First', 'Light', 'Light / Empty', 'Doors', 'Last'], [1, 3])
  expect(document?.objects.map(({ section }) => section)).toEqual(['Light', 'Doors'])
  expect(document?.emptySections).toEqual([
    { before: 0, name: 'First' },
    { before: 1, name: 'Light / Empty' },
    { before: 2, name: 'Last' },
  ])
})

it('[RI16] a heading with requirements or headings below is not empty', () => {
  expect(documentOf(['Light', 'Light / Colour'], [1])?.emptySections).toEqual([])
  expect(documentOf(['Light', 'Light / Colour'], [])?.emptySections).toEqual([
    { before: 0, name: 'Light / Colour' },
  ])
})
