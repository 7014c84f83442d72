import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenPlan } from '#schema/rules/excel/chosen-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { importCommands } from '#schema/rules/excel/excel-rows-commands.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import { reqifColumns } from '#schema/rules/reqif/reqif-columns.ts'
import { reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { writeReqif } from '#schema/rules/reqif/write-reqif.ts'
import {
  type ArbitraryDocument,
  arbitraryDocument,
} from '../../../../tests/support/arbitrary-documents.ts'
import { buildTx, runCommand } from '../../../../tests/support/memory-tx.ts'
import {
  buildDefinition,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'
import { hasSharedData, readShared } from '../../../../tests/support/shared-data.ts'
import { node, object, reqifXml, type } from '../../../../tests/support/reqif.ts'
import { readReqifFile } from './read-reqif-file.ts'

let counter = 0
const planOf = (fileName: string, bytes: Uint8Array, existing: ArbitraryDocument) => {
  const { reqif } = readReqifFile({ fileName, bytes })
  if (reqif === undefined) throw new Error('no content')
  const { checked } = reqif
  const [document] = reqifDocuments(checked).toSorted(
    (some, other) => other.objects.length - some.objects.length,
  )
  if (document === undefined) throw new Error('no specification')
  const columns = reqifColumns(
    checked,
    document.objects.map(({ object }) => object),
  )
  const table = reqifTable({
    ...{ checked, document, columns, roles: columns.map(({ role }) => role) },
    existing: existing.requirements,
  })
  const newId = () => `n${(counter += 1)}`
  const plan = planImport({ ...table, headerRow: 1, existing, newId })
  return { checked, document, columns, table, plan }
}
const written = (existing: ArbitraryDocument) =>
  new TextEncoder().encode(
    writeReqif({
      ...{ title: 'A <file>', files: new Map(), now: 0, id: 'x' },
      documents: [{ id: 'd1', name: 'Document', ...existing }],
    }),
  )
const nothingHappens = ({ plan }: ReturnType<typeof planOf>, count: number) => {
  expect([plan.creates, plan.updates, plan.refused, plan.missing, plan.sections]).toEqual([
    ...[[], [], [], [], []],
  ])
  expect(plan.unchanged).toHaveLength(count)
}

const FILES = [
  ['enterprise-architect-8-instep.reqif', 3],
  ['gfse-dimmer-specif-2020.reqifz', 101],
  ['gfse-requirement-with-image.reqifz', 1],
  ['polarion-anonymised-srs.reqif', 58],
  ['prostep-if-tc1000-all-datatypes.reqif', 1],
  ['strictdoc-export.reqif', 8],
] as const

/** What a file is imported as, by the commands of the import. */
const importedFrom = async (plan: ReturnType<typeof planOf>['plan']) => {
  const memory = buildTx({
    rows: { project: [buildProject()], package: [buildPackage()], document: [buildDocument()] },
    actor: buildOwner(),
  })
  for (const command of importCommands({
    ...{ plan, projectId: PROJECT_ID, documentId: 'd1' },
    existing: { requirements: [], sections: [] },
  }))
    await runCommand(memory, command.name, command.args as never)
  return {
    requirements: memory.rows('requirement').toSorted(compareRanks),
    sections: memory.rows('section').toSorted(compareRanks),
  }
}

describe.skipIf(!hasSharedData)('a real ReqIF file', () => {
  it.each(FILES)(
    '%s is imported, exported and imported again without a change',
    async (name, count) => {
      const bytes = readShared('data', 'reqif', name)
      const first = planOf(name, bytes, { requirements: [], sections: [] })
      expect(first.plan.refused).toEqual([])
      const existing = await importedFrom(first.plan)
      expect(existing.requirements).toHaveLength(count)
      nothingHappens(planOf(name, bytes, existing), count)
      const again = planOf('a.reqif', written(existing), existing)
      expect(again.checked.problems).toEqual([])
      nothingHappens(again, count)
      const places = (one: typeof first) =>
        Object.fromEntries(one.document.objects.map(({ object, parent }) => [object.id, parent]))
      expect(places(again)).toEqual(places(first))
      const nodes = (one: typeof first) =>
        Object.fromEntries(
          one.document.objects.flatMap(({ object, place }) =>
            place === null ? [] : [[object.id, place.node]],
          ),
        )
      // Objects in no specification have no place in the file.
      if (first.document.id === '') return
      expect(nodes(again)).toEqual(nodes(first))
      expect(again.document.id).toBe(first.document.id)
    },
  )
})

/** Another tool: its own prefix and order of elements, and one text edited. */
const throughTool = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
  const xml = new TextDecoder()
    .decode(bytes)
    .replace(/(<VALUES>\n[^]*?<\/VALUES>)\n(<TYPE>.*<\/TYPE>)/g, '$2$1')
    .replace('xmlns=', 'xmlns:reqif=')
    .replace(/<(\/?)([A-Z])/g, '<$1reqif:$2')
    .replaceAll('xhtml:', 'x:')
    .replace('xmlns:x:', 'xmlns:x')
    .replace('xmlns:xhtml=', 'xmlns:x=')
  expect(xml).toContain(from)
  return new TextEncoder().encode(xml.replace(from, to))
}

it('a round trip through another tool updates what was edited there, and doubles nothing', () => {
  const text = (value: string) => ({
    ...{ id: 't', key: 't', name: 'Text', type: 'TEXTAREA' as const, value },
  })
  const existing = {
    sections: [{ id: 's1', name: 'Light / Colour' }],
    requirements: ['One.', 'Two.', 'Three.'].map((value, at) => ({
      ...{ id: `r${at}`, fullId: `D-${at}`, sourceId: at === 1 ? 'object-1' : null },
      ...{ name: `Name ${at}`, sectionId: 's1' },
      definition: buildDefinition({ content: [text(value)] }),
    })),
  }
  const back = throughTool(written(existing), 'Two.', 'Two and a half.')
  const { plan, checked } = planOf('a.reqif', back, existing)
  expect(checked.problems).toEqual([])
  expect(plan.creates).toEqual([])
  expect(plan.updates.map(({ id, changed }) => [id, changed])).toEqual([['r1', ['Text']]])
  expect(plan.unchanged).toHaveLength(2)
})

it('[RI15] a file has its identifiers again in each export', async () => {
  const heading = (id: string, title: string) => object(id, 'heading', '', title)
  const xml = reqifXml({
    types: `${type('t')}${type('heading', '', 'Heading')}`,
    objects: [
      ...[heading('o-h1', 'Light'), heading('o-h2', 'Colour'), heading('o-h3', 'Doors')],
      ...['o-1', 'o-2', 'o-3'].map((id) => object(id, 't', '', `Name ${id}`)),
    ].join(''),
    tree: node('o-h1', node('o-1') + node('o-h2', node('o-2'))) + node('o-h3', node('o-3')),
  })
  const bytes = new TextEncoder().encode(xml)
  const first = planOf('a.reqif', bytes, { requirements: [], sections: [] })
  const existing = await importedFrom(first.plan)
  const { reqif } = first.checked
  const identifiers = ({ objects, specifications }: typeof reqif) => [
    objects.map(({ id }) => id).toSorted(),
    specifications.map(({ id, nodes }) => [
      id,
      nodes.map(({ id: own, objectId, depth }) => [own, objectId, depth]),
    ]),
  ]
  const again = planOf('a.reqif', written(existing), existing)
  nothingHappens(again, 3)
  expect(identifiers(again.checked.reqif)).toEqual(identifiers(reqif))
  expect(written(existing)).toEqual(written(existing))

  // A requirement made here stands below the same heading, with an identifier of its own.
  const [light] = existing.sections
  const made = { ...existing.requirements[0], id: 'made', fullId: 'D-9', sourceId: null }
  const more = {
    ...existing,
    requirements: [
      { ...made, sectionId: light?.id ?? '', name: 'Made', definition: buildDefinition({}) },
      ...existing.requirements,
    ],
  }
  const third = planOf('a.reqif', written(more), more)
  nothingHappens(third, 4)
  const nodes = third.checked.reqif.specifications[0]?.nodes
  expect(nodes?.slice(0, 3).map(({ id }) => id)).toEqual([
    reqif.specifications[0]?.nodes[0]?.id,
    '_h-made',
    reqif.specifications[0]?.nodes[1]?.id,
  ])

  // Tools that renew the identifiers of their tree change nothing.
  const renewed = new TextEncoder().encode(xml.replaceAll('"h-', '"renewed-'))
  nothingHappens(planOf('a.reqif', renewed, existing), 3)
})

it('[RI16] sections without requirements stay in a round trip, at their places', async () => {
  const existing = {
    sections: ['First', 'Light / Colour', 'Empty', 'Light / Empty', 'Doors', 'Last'].map(
      (name, at) => ({ id: `s${at}`, name }),
    ),
    requirements: ['s1', 's4'].map((sectionId) => ({
      ...{ id: `r-${sectionId}`, fullId: `D-${sectionId}`, sourceId: null, name: 'Opens.' },
      ...{ sectionId, definition: buildDefinition({}) },
    })),
  }
  const bytes = written(existing)
  const again = planOf('a.reqif', bytes, existing)
  expect(again.checked.problems).toEqual([])
  nothingHappens(again, 2)
  const elsewhere = planOf('a.reqif', bytes, { requirements: [], sections: [] })
  const copy = await importedFrom(chosenPlan(elsewhere.plan, { left: new Set() }))
  expect(copy.sections.map(({ name }) => name)).toEqual(existing.sections.map(({ name }) => name))
  nothingHappens(planOf('a.reqif', bytes, copy), 2)
})

it('[RI8] a name that came from the text follows the text that another tool changes', () => {
  const text = { id: 't', key: 't', name: 'ReqIF.Text', type: 'TEXTAREA' as const }
  const existing = {
    sections: [{ id: 's1', name: 'Doors' }],
    requirements: ['Opens in 2 s.', 'Closing of doors'].map((name, at) => ({
      ...{ id: `r${at}`, fullId: `D-${at}`, sourceId: null, name, sectionId: 's1' },
      definition: buildDefinition({ content: [{ ...text, value: 'Opens in 2 s.\nOn the left.' }] }),
    })),
  }
  nothingHappens(planOf('a.reqif', written(existing), existing), 2)
  const tool = new TextDecoder().decode(written(existing)).replaceAll('s.<', 's, always.<')
  const { plan } = planOf('a.reqif', new TextEncoder().encode(tool), existing)
  expect(plan.updates.map(({ id, name }) => [id, name])).toEqual([
    ['r0', 'Opens in 2 s, always.'],
    ['r1', 'Closing of doors'],
  ])
})

it('import(export(document)) creates and changes nothing', () => {
  fc.assert(
    fc.property(arbitraryDocument, (existing) => {
      const again = planOf('a.reqif', written(existing), existing)
      expect(again.checked.problems).toEqual([])
      nothingHappens(again, existing.requirements.length)
    }),
    { numRuns: 150 },
  )
})
