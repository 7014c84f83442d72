import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import type { ExistingRequirement } from '#schema/rules/excel/excel-rows-plan.ts'
import { reqifColumns } from '#schema/rules/reqif/reqif-columns.ts'
import { reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { ClonedThread } from '../../../../tests/support/cloned-thread.ts'
import {
  attribute,
  checkedXml,
  node,
  object,
  reqifXml,
  type,
  value,
} from '../../../../tests/support/reqif.ts'
import { withoutIds } from '../../../../tests/support/without-ids.ts'
import { newId } from '../../../lib/new-id.ts'
import { openFile } from '../parse-file.ts'
import type { ParsePhase } from '../parsed-file.ts'
import { readPlan } from '../reader/read-plan.ts'
import { type ReqifChoice, reqifChoice, sheetOfReqif, withSpecification } from './reqif-choice.ts'

const { signal } = new AbortController()
const COUNT = 2_300

beforeEach(() => vi.stubGlobal('Worker', ClonedThread))
afterEach(() => vi.unstubAllGlobals())

const textOf = (at: number): string =>
  `<xhtml:div>Lamp ${at} ${at === 2 ? '<xhtml:object data="img/a.png" type="image/png"/>' : 'lights.'}</xhtml:div>`
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at)
/** A specification of all objects but the last two, and one of the last but one. */
const XML = reqifXml({
  types: type('t', attribute('XHTML', 'x', 'Text') + attribute('STRING', 's', 'Reason')),
  objects: NUMBERS.map((at) =>
    object(
      `o${at}`,
      't',
      value('XHTML', 'x', textOf(at)) + value('STRING', 's', `Reason ${at}`),
      `Lamp ${at}`,
    ),
  ).join(''),
  tree: NUMBERS.slice(0, -2)
    .map((at) => node(`o${at}`))
    .join(''),
}).replace(
  '</SPECIFICATION>',
  `</SPECIFICATION><SPECIFICATION IDENTIFIER="second" LONG-NAME="Second"><CHILDREN>${node(`o${COUNT - 2}`)}</CHILDREN></SPECIFICATION>`,
)
const ARCHIVE = zipSync({ 'a.reqif': strToU8(XML), 'img/a.png': strToU8('png') })
const NOTHING = { requirements: [], sections: [] }

const opened = async (bytes: Uint8Array, onPhase: (phase: ParsePhase) => void = () => {}) => {
  const file = await openFile([new File([bytes.slice()], 'a.reqifz')], { signal, onPhase })
  const choice = reqifChoice(file)
  if (choice === null) throw new Error('no ReqIF')
  return choice
}
const planOf = async (choice: ReqifChoice, existing: Parameters<typeof sheetOfReqif>[1]) => {
  const reading = await sheetOfReqif(choice, existing, signal)
  return { reading, plan: await readPlan(choice.file.reader, { reading, existing }, signal) }
}
/** The same without a worker. */
const directPlan = (
  { at, roles }: Pick<ReqifChoice, 'at' | 'roles'>,
  existing: Parameters<typeof sheetOfReqif>[1],
) => {
  const checked = checkedXml(XML)
  const document = reqifDocuments(checked)[at]
  if (document === undefined) throw new Error('no specification')
  const columns = reqifColumns(
    checked,
    document.objects.map((placed) => placed.object),
  )
  const table = reqifTable({
    ...{ checked, document, columns, roles, existing: existing.requirements },
  })
  return planImport({ ...table, headerRow: 1, existing, newId })
}

it('the objects stay in the worker, and the page gets what it shows', async () => {
  const phases: ParsePhase[] = []
  const { reqif, at, columns, file } = await opened(ARCHIVE, (phase) => phases.push(phase))
  expect(phases).toEqual(['reading', 'guessing'])
  expect(reqif.specifications.map(({ name, objectCount }) => [name, objectCount])).toEqual([
    ...[['Lamps', COUNT - 2] as const, ['Second', 1] as const, ['', 1] as const],
  ])
  expect([at, ...columns.map(({ label, role }) => [label, role])]).toEqual([
    ...[0, ['Text', 'longText'], ['Reason', 'text']],
  ])
  expect([...reqif.files.keys()]).toEqual(['img/a.png'])
  const shown = JSON.stringify([reqif, columns])
  expect(shown).not.toContain('Lamp 100')
  expect(shown.length).toBeLessThan(5_000)
  file.reader.end()
})

it('the plan of thousands of objects comes in pages and is that of the same file in one thread', async () => {
  const choice = await opened(ARCHIVE)
  const first = await planOf(choice, NOTHING)
  expect(withoutIds(first.plan)).toEqual(withoutIds(directPlan(choice, NOTHING)))
  expect(first.plan.creates).toHaveLength(COUNT - 2)
  expect([...(first.reading.reqif?.files ?? [])]).toEqual([[4, ['img/a.png']]])

  const existing = {
    sections: first.plan.sections,
    requirements: first.plan.creates.map((one, at): ExistingRequirement => ({
      ...{ id: one.id, fullId: `L-${at}`, sourceId: one.sourceId, sectionId: one.sectionId },
      ...{ definition: one.definition, imported: one.imported, version: 1 },
      name: at % 3 === 0 ? `${one.name} (changed)` : one.name,
    })),
  }
  const again = await planOf(choice, existing)
  expect(withoutIds(again.plan)).toEqual(withoutIds(directPlan(choice, existing)))
  expect(again.plan.creates).toEqual([])
  expect(again.plan.updates.length + again.plan.unchanged.length).toBe(COUNT - 2)
  expect(again.plan.updates.length).toBeGreaterThan(0)
  choice.file.reader.end()
})

it('other roles and another specification replace the table that was planned before', async () => {
  const choice = await opened(ARCHIVE)
  await planOf(choice, NOTHING)
  const named = {
    ...choice,
    roles: choice.columns.map(({ label }) =>
      label === 'Reason' ? ('name' as const) : ('ignore' as const),
    ),
  }
  const swapped = {
    ...choice,
    roles: choice.columns.map(({ label }) =>
      label === 'Text' ? ('name' as const) : ('ignore' as const),
    ),
  }
  const byReason = await planOf(named, NOTHING)
  const byText = await planOf(swapped, NOTHING)
  expect(byReason.reading.mapping).toEqual(byText.reading.mapping)
  expect([byReason, byText].map(({ plan }) => plan.creates[7]?.name)).toEqual([
    ...['Reason 7', 'Lamp 7 lights.'],
  ])
  const second = await withSpecification(choice, 1, signal)
  const { plan } = await planOf(second, NOTHING)
  expect(plan.creates.map(({ sourceId }) => sourceId)).toEqual([`o${COUNT - 2}`])
  choice.file.reader.end()
})

it('the document with most of its objects is found from identifiers in parts', async () => {
  const { file } = await opened(ARCHIVE)
  const idsOf = (from: number, to: number) =>
    NUMBERS.slice(from, to).map((at) => ({ id: `r${at}`, sourceId: `o${at}` }))
  const send = (...parts: [string, ReturnType<typeof idsOf>][]) =>
    file.reader.run(async (ask) => {
      for (const [at, [id, requirements]] of parts.entries())
        await ask('targetPart', { isFirst: at === 0, target: { id, requirements } })
      return await ask('targets', null)
    }, signal)
  const parts = [
    ['d1', idsOf(0, 20)],
    ['d2', idsOf(20, 35)],
    ['d2', idsOf(35, 50)],
  ] as const
  expect(await send(...parts.map(([id, all]): [string, typeof all] => [id, all]))).toEqual([
    ...['d2', null, null],
  ])
  expect(await send(['d3', idsOf(COUNT - 2, COUNT - 1)])).toEqual([null, 'd3', null])
  file.reader.end()
})
