import type {
  ExistingRequirement,
  ExistingSection,
  ImportPlan,
} from '#schema/rules/excel/excel-rows-plan.ts'
import { pageOf } from './page-of.ts'
import {
  type Ask,
  PLAN_LISTS,
  type PlanFacts,
  type PlanList,
  type SheetReading,
} from './questions.ts'
import type { SheetReader } from './sheet-reader.ts'

/** The content of a document, in order. */
export interface ExistingRows {
  requirements: readonly ExistingRequirement[]
  sections: readonly ExistingSection[]
}

const comparedOf = (one: ExistingRequirement): ExistingRequirement => {
  const { id, fullId, sourceId, name, definition, sectionId, imported, version, vendorHelp } = one
  return {
    ...{ id, fullId, sourceId, name, definition, sectionId, imported },
    ...(version === undefined ? {} : { version }),
    ...(vendorHelp === undefined ? {} : { vendorHelp }),
  }
}

/** The rows that each reader has. */
const sent = new WeakMap<SheetReader, ExistingRows>()

/** Gives the reader the document, in pages, unless it has these rows. */
export const sendExisting = async (
  reader: SheetReader,
  { requirements, sections }: ExistingRows,
  ask: Ask,
): Promise<void> => {
  const known = sent.get(reader)
  if (known?.requirements === requirements && known.sections === sections) return
  sent.delete(reader)
  await ask('existing', {
    isFirst: true,
    requirements: [],
    sections: sections.map(({ id, name }) => ({ id, name })),
  })
  for (let from = 0; from < requirements.length;) {
    const page = pageOf(requirements, from, ({ definition }) => definition.length)
    from += page.length
    const part = { isFirst: false, requirements: page.map(comparedOf), sections: [] }
    await ask('existing', part)
  }
  sent.set(reader, { requirements, sections })
}

interface PlanQuestion {
  reading: SheetReading
  /** Null = a document that does not exist yet. */
  existing: ExistingRows | null
}

/** Lets go of the sheet's choice, of which only this is asked. */
export const readingOf = ({ sheetIndex, headerRow, mapping }: SheetReading): SheetReading => ({
  sheetIndex,
  headerRow,
  mapping,
})

const askPlan = async (
  reader: SheetReader,
  { reading, existing }: PlanQuestion,
  ask: Ask,
): Promise<PlanFacts> => {
  if (existing !== null) await sendExisting(reader, existing, ask)
  return await ask('plan', { ...readingOf(reading), isNew: existing === null })
}

/** What an import would do, in numbers. */
export const readPlanFacts = (
  reader: SheetReader,
  question: PlanQuestion,
  signal: AbortSignal,
): Promise<PlanFacts> => reader.run((ask) => askPlan(reader, question, ask), signal)

const listOf = async (ask: Ask, list: PlanList, length: number): Promise<unknown[]> => {
  const rows: unknown[] = []
  while (rows.length < length) {
    const page = await ask('planPage', { list, from: rows.length })
    if (page.length === 0) throw new Error('A page of the plan is empty')
    for (const row of page) rows.push(row)
  }
  return rows
}

/** The whole plan of an import, fetched in pages. */
export const readPlan = (
  reader: SheetReader,
  question: PlanQuestion,
  signal: AbortSignal,
): Promise<ImportPlan> =>
  reader.run(async (ask) => {
    const { lengths, refusedRows, withoutId } = await askPlan(reader, question, ask)
    const lists: Partial<Record<PlanList, unknown[]>> = {}
    for (const list of PLAN_LISTS) lists[list] = await listOf(ask, list, lengths[list])
    // The pages come from the worker's plan as they are.
    const plan = lists as unknown as Pick<ImportPlan, PlanList>
    return { ...plan, refusedRows, withoutId }
  }, signal)
