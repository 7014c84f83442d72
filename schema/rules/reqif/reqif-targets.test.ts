import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planImport } from '../excel/excel-rows.ts'
import { definitionText, parseDefinition } from '../definition/parameters.ts'
import { reqifColumns } from './reqif-columns.ts'
import { reqifDocuments } from './reqif-documents.ts'
import { KEPT, reqifIds } from './reqif-names.ts'
import { PARENT } from './reqif-parents.ts'
import { reqifTable } from './reqif-table.ts'
import { specificationTargets } from './reqif-targets.ts'
import { type WrittenDocument, writeReqif } from './write-reqif.ts'
import { arbitraryDocument } from '../../../tests/support/arbitrary-documents.ts'
import { buildDefinition } from '../../../tests/support/project-rows.ts'
import { structureProblems, xmlTree } from '../../../tests/support/reqif-structure.ts'
import { checkedXml } from '../../../tests/support/reqif.ts'

type Existing = WrittenDocument & {
  sections: { id: string; name: string }[]
  requirements: WrittenDocument['requirements'][number][]
}

/** The identifier of an object by number, of any document of the project. */
type Relation = readonly [source: number, target: number]

const withField = (definition: string, name: string, value: string): string => {
  const parsed = structuredClone(parseDefinition(definition))
  parsed.contentConfiguration.parameters.push({
    ...{ id: name, key: name, name, type: 'TEXTAREA', value },
  })
  return definitionText(parsed)
}

/** Several documents, whose requirements share identifiers of files and have relations and parents. */
const arbitraryProject = fc
  .tuple(
    fc.array(arbitraryDocument, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }),
  )
  .map(([documents, relations, parents]): Existing[] => {
    const own = documents.map(({ sections, requirements }, at): Existing => {
      const id = (text: string) => `d${at}-${text}`
      return {
        ...{ id: `d${at}`, name: `Document ${at}` },
        sections: sections.map((one) => ({ ...one, id: id(one.id) })),
        requirements: requirements.map((one) => ({
          ...{ ...one, id: id(one.id), sectionId: id(one.sectionId) },
          fullId: one.fullId === null ? null : id(one.fullId),
        })),
      }
    })
    relate(own, relations)
    for (const { requirements } of own) nest(requirements, parents)
    return own
  })

const relate = (documents: readonly Existing[], relations: readonly Relation[]): void => {
  const all = documents.flatMap(({ requirements }) => requirements)
  const ids = reqifIds(all)
  const lines = new Map<number, Set<string>>()
  for (const [source, target] of relations) {
    const line = `refines → ${ids.get(all[target % all.length]?.id ?? '') ?? ''}`
    const at = source % all.length
    lines.set(at, (lines.get(at) ?? new Set()).add(line))
  }
  for (const [at, own] of lines) {
    const one = all[at]
    if (one !== undefined)
      one.definition = withField(one.definition, KEPT.relations, [...own].join('\n'))
  }
}

/** Places requirements below others, in circles and in other sections, too. */
const nest = (requirements: Existing['requirements'], pairs: readonly Relation[]): void => {
  const parents = new Map(
    pairs.map(([child, parent]) => [child % requirements.length, parent % requirements.length]),
  )
  for (const [child, parent] of parents) {
    const [one, above] = [requirements[child], requirements[parent]]
    if (one === undefined || above === undefined) continue
    const source = JSON.stringify({ [PARENT]: above.sourceId ?? `_${above.id}` })
    one.definition = withField(one.definition, KEPT.source, source)
  }
}

let counter = 0
const NONE = { sections: [], requirements: [] }
/** What the import of a file as several documents does, by specification. */
const plansOf = (xml: string, project: readonly Existing[]) => {
  const checked = checkedXml(xml)
  const documents = reqifDocuments(checked)
  const targets = specificationTargets(documents, project)
  const plans = documents.map((document, at) => {
    const existing = project.find(({ id }) => id === targets[at]) ?? NONE
    const columns = reqifColumns(
      checked,
      document.objects.map(({ object }) => object),
    )
    const roles = columns.map(({ role }) => role)
    const { requirements } = existing
    const table = reqifTable({ checked, document, columns, roles, existing: requirements })
    const newId = () => `n${(counter += 1)}`
    return planImport({ ...table, headerRow: 1, existing, newId })
  })
  return { checked, targets, plans }
}
const written = (documents: readonly WrittenDocument[]): string =>
  writeReqif({ title: 'Project', documents, files: new Map(), now: 0, id: 'x' })

it('[RI12] import(export(project)) creates and changes nothing in any document', () => {
  fc.assert(
    fc.property(arbitraryProject, (project) => {
      const xml = written(project)
      expect(structureProblems(xmlTree(xml))).toEqual([])
      const { checked, targets, plans } = plansOf(xml, project)
      expect(checked.problems).toEqual([])
      expect(targets).toEqual(project.map(({ id }) => id))
      for (const [at, plan] of plans.entries()) {
        const { creates, updates, refused, missing, sections, unchanged } = plan
        expect([creates, updates, refused, missing, sections]).toEqual([[], [], [], [], []])
        expect(unchanged).toHaveLength(project[at]?.requirements.length ?? 0)
      }
    }),
    { numRuns: 100 },
  )
})

const requirement = (id: string, over: object = {}) => ({
  ...{ id, fullId: null, sourceId: null, name: id, sectionId: 's' },
  definition: buildDefinition({ content: [] }),
  ...over,
})
const document = (id: string, requirements: Existing['requirements']): Existing => ({
  ...{ id, name: id, sections: [{ id: 's', name: 'S' }], requirements },
})

it('[RI12] relations lead from one document to another, and back', () => {
  const source = withField(requirement('a').definition, KEPT.relations, 'refines → far')
  const project = [
    document('d1', [requirement('a', { definition: source })]),
    document('d2', [requirement('b', { sourceId: 'far' })]),
  ]
  const { checked, plans } = plansOf(written(project), project)
  expect(checked.reqif.relations).toMatchObject([{ source: '_a', target: 'far' }])
  expect(plans.map(({ unchanged }) => unchanged.length)).toEqual([1, 1])
  const [fresh] = plansOf(written(project), []).plans
  expect(fresh?.creates[0]?.definition).toContain('refines → far')
})

it('[RI12] a specification of another tool updates the document with most of its objects', () => {
  const objects = (...ids: string[]) =>
    document(
      'x',
      ids.map((id) => requirement(id, { sourceId: `o-${id}` })),
    )
  const xml = written([objects('a', 'b', 'c'), { ...objects('d', 'e'), id: 'y' }]).replaceAll(
    '"_d-',
    '"foreign-',
  )
  const few = document('few', [requirement('1', { sourceId: 'o-a' })])
  const most = document('most', [
    requirement('2', { sourceId: 'o-b' }),
    requirement('3', { sourceId: 'o-c' }),
  ])
  expect(plansOf(xml, [few, most]).targets).toEqual(['most', null])
  expect(plansOf(xml, []).targets).toEqual([null, null])
})

it('[RI15] of two documents from the same file each export finds its own', () => {
  const place = { specification: 'spec', node: 'h-1', headings: [['Light', 'o-h', 'h-h']] }
  const source = JSON.stringify({ [KEPT.place]: JSON.stringify(place) })
  const document = (id: string): Existing => ({
    ...{ id, name: id, sections: [{ id: `${id}-s`, name: 'Light' }] },
    requirements: [
      {
        ...{ id: `${id}-r`, fullId: null, sourceId: 'o-1', name: 'R', sectionId: `${id}-s` },
        definition: withField(buildDefinition({}), KEPT.source, source),
      },
    ],
  })
  const all = [document('d1'), document('d2')]
  const exported = (documents: Existing[]) => {
    const xml = writeReqif({ title: '', files: new Map(), now: 0, id: 'x', documents })
    expect(structureProblems(xmlTree(xml))).toEqual([])
    return reqifDocuments(checkedXml(xml))
  }
  const placesOf = (documents: Existing[]) =>
    exported(documents).map(({ id, objects: [first] }) => [id, first?.place])
  expect(placesOf(all.slice(1))).toEqual([['spec', place]])
  expect(specificationTargets(exported(all.slice(1)), all)).toEqual(['d2'])
  // In one file the identifiers belong to the first document.
  expect(placesOf(all)).toEqual([
    ['spec', place],
    [
      '_d-d2',
      {
        ...{ specification: '_d-d2', node: '_h-d2-r' },
        headings: [['Light', '_s-d2-s', '_s-d2-s-place']],
      },
    ],
  ])
  expect(specificationTargets(exported(all), all)).toEqual(['d1', 'd2'])
})
