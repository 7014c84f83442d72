import { describe, expect, it } from 'vitest'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import { type ImportCommand, importCommands } from '#schema/rules/excel/excel-rows-commands.ts'
import type { CellRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { exportRows } from '#schema/rules/excel/excel-rows-export.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { buildTx, type MemoryTx, runCommand, runInverse } from '../../../tests/support/memory-tx.ts'
import {
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { hasSharedData, readShared } from '../../../tests/support/shared-data.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

const emptyDocument = (isServer = true): MemoryTx =>
  buildTx({
    rows: { project: [buildProject()], package: [buildPackage()], document: [buildDocument()] },
    actor: buildOwner(),
    isServer,
  })

const sheet = (folder: string, fileName: string): CellRows =>
  parseSpreadsheet({ fileName, bytes: readShared('data', folder, fileName) }).sheets[0]?.rows ?? []

const inOrder = <T extends { id: string; rank: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => (`${a.rank}/${a.id}` < `${b.rank}/${b.id}` ? -1 : 1))
let counter = 0
const planOn = (memory: MemoryTx, rows: CellRows) => {
  const headerRow = guessHeaderRow(rows)
  const existing = {
    requirements: inOrder(memory.rows('requirement')),
    sections: inOrder(memory.rows('section')),
  }
  const plan = planImport({
    rows,
    headerRow,
    mapping: guessMapping(rows, headerRow),
    existing,
    newId: () => `n${(counter += 1)}`,
  })
  return {
    plan,
    existing,
    commands: importCommands({ plan, projectId: PROJECT_ID, documentId: 'd1', existing }),
  }
}
const runAll = async (memory: MemoryTx, commands: readonly ImportCommand[]) => {
  for (const { name, args } of commands) await runCommand(memory, name, args as never)
}

describe.skipIf(!hasSharedData)('an import through the product’s own commands', () => {
  it.each([
    ['csv', 'owasp-asvs-5.0.0-en.csv', 345, 80],
    ['xlsx', 'nist-sp800-53r5-control-catalog.xlsx', 1189, 20],
  ] as const)(
    '%s/%s is accepted completely, and importing it again changes nothing',
    async (folder, fileName, requirements, sections) => {
      const memory = emptyDocument()
      const rows = sheet(folder, fileName)
      await runAll(memory, planOn(memory, rows).commands)
      expect([memory.rows('requirement').length, memory.rows('section').length]).toEqual([
        requirements,
        sections,
      ])
      expect(memory.rows('requirement').every((row) => row.fullId?.startsWith('FUN-'))).toBe(true)
      expect(planOn(memory, rows).commands).toEqual([])
      const exported = planOn(
        memory,
        exportRows({ requirements: memory.rows('requirement'), sections: memory.rows('section') }),
      )
      expect(exported.commands).toEqual([])
      expect(exported.plan.unchanged).toHaveLength(requirements)
    },
    30_000,
  )

  it('NASA 2022 over 2020 writes 97 changes and 21 new rows, removes none, and its undo gives 2020 back', async () => {
    const memory = emptyDocument(false)
    await runAll(memory, planOn(memory, sheet('csv', 'nasa-cfe-requirements-2020-08.csv')).commands)
    const snapshot = () =>
      new Map(
        memory
          .rows('requirement')
          .map((row) => [row.id, [row.name, row.definition, row.sectionId]]),
      )
    const before = snapshot()
    const { commands } = planOn(memory, sheet('csv', 'nasa-cfe-requirements-2022-08.csv'))
    const inverses: {
      name: ImportCommand['name']
      args: ImportCommand['args']
      base: Record<string, unknown>
    }[] = []
    for (const { name, args } of commands) {
      for (const key of Object.keys(memory.base)) delete memory.base[key]
      await runCommand(memory, name, args as never)
      inverses.push({ name, args, base: { ...memory.base } })
    }
    expect(memory.rows('requirement')).toHaveLength(383 + 21)
    expect(commands.reduce((sum, one) => sum + one.updated, 0)).toBe(97)
    for (const { name, args, base } of inverses.toReversed())
      await runInverse(memory, MUTATIONS[name].inverse?.(args as never, base) ?? [])
    expect(snapshot()).toEqual(before)
  }, 30_000)
})
