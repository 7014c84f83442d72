import { exclusionsPart, knockOutsPart, overridesPart, signaturesPart } from './finding-parts.ts'
import {
  answeredPart,
  askedPart,
  changesPart,
  projectFacts,
  receiptsPart,
} from './project-parts.ts'
import { reportContext, type ReportInput } from './report-context.ts'
import { rankingPart, scoresPart, sumsPart } from './score-parts.ts'
import type { Report } from './report.ts'

/** The report of an evaluation for those who decide: every vendor, with the sums behind each score. */
export const evaluationReport = (input: ReportInput): Report => {
  const context = reportContext(input)
  return {
    language: input.language,
    contentLanguage: input.project.language ?? null,
    title: context.words.evaluationReport,
    subtitle: input.project.name,
    facts: projectFacts(context),
    sections: [
      askedPart(context, true),
      answeredPart(context),
      rankingPart(context),
      scoresPart(context),
      sumsPart(context),
      knockOutsPart(context),
      overridesPart(context),
      exclusionsPart(context),
      changesPart(context),
      signaturesPart(context),
      // Last, because a large project has many pages of them.
      receiptsPart(context),
    ],
  }
}
