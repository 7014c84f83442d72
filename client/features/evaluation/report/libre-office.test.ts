import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { evaluationReport } from '#schema/rules/report/evaluation-report.ts'
import { EXPORT_WORDS } from '#schema/tables/export-words.ts'
import { REPORT_WORDS } from '#schema/tables/report-words.ts'
import { buildEvaluationRows, goldenPlan } from '../../../../tests/support/evaluation-rows.ts'
import { buildProject } from '../../../../tests/support/project-rows.ts'
import { reportDocx } from './write-docx.ts'

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
const READER = ['/usr/bin/pdftotext'].find(existsSync)
const run = promisify(execFile)

/** The pages that LibreOffice makes of a document, as text in which columns stay beside each other. */
const pagesOf = async (bytes: Uint8Array, programs: { office: string; reader: string }) => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  try {
    await writeFile(join(folder, 'report.docx'), bytes)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const output = ['--convert-to', 'pdf', '--outdir', folder, join(folder, 'report.docx')]
    await run(programs.office, [profile, '--headless', ...output])
    const { stdout } = await run(programs.reader, ['-layout', join(folder, 'report.pdf'), '-'])
    return stdout.split('\f').filter((page) => page.trim() !== '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const reportOf = (language: 'en' | 'sk') => {
  const rows = buildEvaluationRows(goldenPlan())
  const names = ['Northwind', 'Žltý kôň']
  const vendors = rows.vendors.map(({ vendorId }, at) => ({ vendorId, name: names[at] ?? '' }))
  const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
  const prepared = prepareEvaluation({ ...rows, vendors })
  return evaluationReport({
    project: buildProject({ name: 'Groupware', state: 'EVALUATION' }),
    evaluation: evaluate(prepared, { lens: { kind: 'all' }, settings }),
    ...{ language, zone: 'UTC', now: Date.parse('2026-11-26T12:00:00Z') },
  })
}
const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test.for([
  ['en', ['89.35', '49.50']],
  ['sk', ['89,35', '49,50']],
] as const)(
  'LibreOffice shows the report in %s with its headings, ranking, sums and signatures',
  { timeout: 120_000 },
  async ([language, [first, second]], { skip }) => {
    if (SOFFICE === undefined || READER === undefined) return skip('LibreOffice is missing')
    const report = reportOf(language)
    const words = REPORT_WORDS[language]
    const bytes = new Uint8Array(await (await reportDocx(report)).arrayBuffer())
    const pages = await pagesOf(bytes, { office: SOFFICE, reader: READER })
    const text = pages.join('\n')
    for (const line of [report.title, 'Groupware', ...report.sections.map((one) => one.heading)])
      expect(text).toMatch(new RegExp(`^ *${asPattern(line)} *$`, 'm'))
    expect(text).toMatch(new RegExp(`^ *1 +Northwind +${asPattern(first)} `, 'm'))
    expect(text).toMatch(new RegExp(`^ *2 +Žltý kôň +${asPattern(second)} `, 'm'))
    const flat = text.replaceAll(/\s+/g, ' ')
    expect(flat).toContain(words.sumsText)
    const sums = report.sections.flatMap(({ heading, blocks }) =>
      heading === EXPORT_WORDS[language].sums
        ? blocks.flatMap((one) => (one.kind === 'table' ? one.rows : []))
        : [],
    )
    expect(sums.length).toBeGreaterThan(3)
    for (const row of sums) expect(flat).toContain(row.join(' ').replaceAll(/\s+/g, ' ').trim())
    // No word of a header is torn by a narrow column.
    const headers = report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((one) =>
        one.kind === 'table' ? one.columns.map(({ header }) => header) : [],
      ),
    )
    const shown = Map.groupBy(flat.split(' '), (word) => word)
    const asked = Map.groupBy(
      headers.flatMap((header) => header.split(/\s+/)),
      (word) => word,
    )
    for (const [word, all] of asked)
      expect(shown.get(word)?.length ?? 0, word).toBeGreaterThanOrEqual(all.length)
    const signed = pages.findLast((page) => page.includes(words.signatures)) ?? ''
    expect(signed).toMatch(new RegExp(`${words.signature} *$`, 'm'))
  },
)
