import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { projectRoot } from '../../../../tests/support/project-root.ts'
import { readFiles } from '../read-file.ts'

const LEVELS = 'supports partially-supports does-not-support not-applicable not-evaluated'.split(
  ' ',
)
/** Success criteria of WCAG 2.2 at the levels A, with the obsolete 4.1.1, and AA. */
const CRITERIA = 32 + 24

it('[XL41] the own conformance report is read as one answer per criterion', async () => {
  const bytes = new Uint8Array(readFileSync(join(projectRoot, 'docs/accessibility/openacr.yaml')))
  const { sheets } = await readFiles({ files: [{ fileName: 'openacr.yaml', bytes }] })
  const { sheetIndex, guesses } = guessWorkbook(sheets)
  const [sheet, guess] = [sheets[sheetIndex], guesses[sheetIndex]]
  if (sheet === undefined || guess === undefined) throw new Error('no sheet')
  let count = 0
  const plan = planImport({
    ...prepareTable(sheet, guess.headerRow, guess.mapping),
    newId: () => `n${(count += 1)}`,
    existing: { requirements: [], sections: [] },
  })
  expect(plan.refused).toEqual([])
  expect(plan.sections).toHaveLength(2)
  expect(new Set(plan.creates.map(({ sourceId }) => sourceId)).size).toBe(CRITERIA)
  for (const { sourceId, definition } of plan.creates) {
    const fields = parseDefinition(definition).contentConfiguration.parameters
    const valueOf = (name: string) => fields.find((one) => one.name === name)?.value
    expect(LEVELS, sourceId ?? '').toContain(valueOf('Adherence level'))
    expect(valueOf('Remarks and explanations'), sourceId ?? '').not.toBe('')
  }
})
