import { readFileSync } from 'node:fs'
import papaparse from 'papaparse'
import * as v from 'valibot'
import type { Definition } from '#schema/entities/parameter.ts'
import { defaultAnswerParameters } from '#schema/rules/definition/default-definition.ts'
import { spreadEvenly } from '#schema/rules/evaluation/weights.ts'
import type { DocumentPlan, PackagePlan, RequirementPlan } from './content-tree.ts'

const Line = v.object({
  chapter_id: v.string(),
  chapter_name: v.string(),
  section_id: v.string(),
  section_name: v.string(),
  req_id: v.string(),
  req_description: v.string(),
  L: v.string(),
})
type Line = v.InferOutput<typeof Line>

/** OWASP ASVS 5.0 as one document per chapter, with its sections and requirements. */
export const asvsPlan = (): PackagePlan[] => {
  const text = readFileSync(new URL('owasp-asvs-5.0.0-en.csv', import.meta.url), 'utf8')
  const lines = v.parse(
    v.array(Line),
    papaparse.parse(text, { header: true, skipEmptyLines: true }).data,
  )
  const chapters = [...Map.groupBy(lines, ({ chapter_id }) => chapter_id)]
  const weights = spreadEvenly(chapters)
  const documents = chapters.map(([id, own], index): DocumentPlan => ({
    name: own[0]?.chapter_name ?? id,
    prefix: `ASVS-${id}`,
    weight: weights[index] ?? 0,
    sections: [...Map.groupBy(own, ({ section_id }) => section_id)].map(
      ([sectionId, requirements]) => ({
        name: `${sectionId} ${requirements[0]?.section_name ?? ''}`,
        requirements: requirements.map(requirementOf),
      }),
    ),
  }))
  return [{ name: 'Application Security Verification Standard 5.0', weight: 100, documents }]
}

const requirementOf = (line: Line): RequirementPlan => ({
  name: line.req_description,
  sourceId: line.req_id,
  definition: definitionOf(line.L),
  vendorHelp: '',
  evaluatorHelp: '',
})

const LEVEL_NAMES = ['1', '2', '3']
const definitionOf = (level: string): Definition => ({
  contentConfiguration: {
    parameters: [
      {
        id: 'level',
        key: 'level',
        name: 'Level',
        type: 'SELECTBOX',
        value: level,
        options: LEVEL_NAMES.map((name) => ({ key: name, label: `Level ${name}`, value: name })),
        layout: { internal: { offset: 0, width: 4 } },
      },
    ],
  },
  suppliersCommitment: { parameters: defaultAnswerParameters() },
})
