import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { evaluationReport } from '#schema/rules/report/evaluation-report.ts'
import { LANGUAGES, type Language } from '#schema/tables/languages.ts'
import { buildEvaluationRows, goldenPlan } from '../../../../tests/support/evaluation-rows.ts'
import { buildProject } from '../../../../tests/support/project-rows.ts'
import { reportFile } from './report-file.ts'

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
const PDFTOTEXT = ['/usr/bin/pdftotext'].find(existsSync)
const run = promisify(execFile)

/** The text of each page that LibreOffice makes of a report, with its columns side by side. */
const pagesOf = async (office: string, reader: string, report: Blob): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  try {
    const file = join(folder, 'report.docx')
    await writeFile(file, new Uint8Array(await report.arrayBuffer()))
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    await run(office, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file])
    const { stdout } = await run(reader, ['-layout', join(folder, 'report.pdf'), '-'])
    return stdout.split('\f').filter((page) => page.trim() !== '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const goldenInput = (language: Language) => {
  const rows = buildEvaluationRows(goldenPlan())
  const vendors = rows.vendors.map(({ vendorId }) => ({
    vendorId,
    name: vendorId === 1 ? 'Northwind' : 'Čerešňa',
  }))
  const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
  return {
    project: buildProject({ state: 'EVALUATION', name: 'Groupware' }),
    evaluation: evaluate(prepareEvaluation({ ...rows, vendors }), {
      lens: { kind: 'all' },
      settings,
    }),
    ...{ language, zone: 'UTC', now: Date.parse('2026-11-26T12:00:00Z') },
  }
}

/** The words above the columns of all tables, one by one. */
const headerWords = (input: ReturnType<typeof goldenInput>): string[] =>
  evaluationReport(input).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table' ? block.columns.flatMap(({ header }) => header.split(/\s+/)) : [],
    ),
  )
const countOf = (words: readonly string[], word: string): number =>
  words.filter((one) => one === word).length

interface Printed {
  headings: readonly string[]
  ranking: readonly string[]
  sum: string
  signatures: readonly [heading: string, columns: string]
}
const PRINTED: Readonly<Record<Language, Printed>> = {
  en: {
    headings: ['What was asked', 'Who answered', 'Ranking', 'Sums behind the scores', 'Overrides'],
    ranking: ['1 Northwind 89.35 100.00 0 1', '2 Čerešňa 49.50 83.33 1 0'],
    sum: 'Weighted total 89.35 49.50',
    signatures: ['Signatures', 'Name Role Date Signature'],
  },
  sk: {
    headings: [
      'Čo sa požadovalo',
      'Kto odpovedal',
      'Poradie',
      'Výpočet skóre',
      'Prepísané hodnoty',
    ],
    ranking: ['1 Northwind 89,35 100,00 0 1', '2 Čerešňa 49,50 83,33 1 0'],
    sum: 'Vážený súčet 89,35 49,50',
    signatures: ['Podpisy', 'Meno Úloha Dátum Podpis'],
  },
}

it.for(LANGUAGES)(
  'LibreOffice prints the report with its headings, ranking, sums and signatures: %s',
  { timeout: 120_000 },
  async (language, { skip }) => {
    if (SOFFICE === undefined || PDFTOTEXT === undefined) return skip('LibreOffice is missing')
    const input = goldenInput(language)
    const pages = await pagesOf(SOFFICE, PDFTOTEXT, await reportFile('docx', input, null))
    const lines = pages.flatMap((page) => page.split('\n'))
    const printed = lines.map((line) => line.trim().replace(/\s+/g, ' '))
    const { headings, ranking, sum, signatures } = PRINTED[language]
    const wanted = [...headings, signatures[0]]
    expect(printed.filter((line) => wanted.includes(line))).toEqual(wanted)
    expect(printed.filter((line) => ranking.includes(line))).toEqual(ranking)
    expect(printed).toContain(sum)
    const sheet = pages.find((page) => page.includes(signatures[0]))
    expect(sheet?.replace(/\s+/g, ' ')).toContain(signatures.join(' '))
    // No word of a header is torn by a narrow column.
    const shown = printed.flatMap((line) => line.split(' '))
    const asked = headerWords(input)
    expect(asked.length).toBeGreaterThan(10)
    for (const word of new Set(asked))
      expect(countOf(shown, word), word).toBeGreaterThanOrEqual(countOf(asked, word))
    // Each page tells its number.
    const numbers = pages.map((_, at) => `${at + 1}/${pages.length}`)
    expect(pages.map((page) => page.trim().split(/\s+/).at(-1))).toEqual(numbers)
  },
)
