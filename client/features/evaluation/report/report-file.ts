import { debriefing } from '#schema/rules/report/debriefing.ts'
import { evaluationReport } from '#schema/rules/report/evaluation-report.ts'
import type { ReportInput } from '#schema/rules/report/report-context.ts'

export const REPORT_FORMATS = ['docx', 'html'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** The debriefing of one vendor, by its position in the evaluation. */
export interface DebriefingChoice {
  vendor: number
  withOverrides: boolean
}

/** Makes the file of a report on this device. */
export const reportFile = async (
  format: ReportFormat,
  input: ReportInput,
  choice: DebriefingChoice | null,
): Promise<Blob> => {
  const report = choice === null ? evaluationReport(input) : debriefing({ ...input, ...choice })
  switch (format) {
    case 'docx': {
      const { reportDocx } = await import('./write-docx.ts')
      return await reportDocx(report)
    }
    case 'html': {
      const { reportHtml } = await import('./write-html.ts')
      return new Blob([reportHtml(report)], { type: 'text/html;charset=utf-8' })
    }
    default:
      return format satisfies never
  }
}
