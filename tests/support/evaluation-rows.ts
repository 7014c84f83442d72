import { commitmentId, overrideId, releaseField } from '#schema/entities/commitment.ts'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { ConditionList, Parameter } from '#schema/entities/parameter.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'

/** A requirement's statement reduced to what matters for scoring. */
export interface StatementPlan {
  weight?: number
  knockOut?: number
  asksRelease?: boolean
  visibleWhen?: ConditionList
}
export interface RequirementPlan {
  id: string
  statements?: StatementPlan[]
  excluded?: boolean
  extra?: Parameter[]
}
export interface SectionPlan {
  requirements: RequirementPlan[]
}
export interface DocumentPlan {
  weight: number | null
  sections: SectionPlan[]
}
export interface PackagePlan {
  weight: number | null
  documents: DocumentPlan[]
}
export interface AnswerPlan {
  requirement: string
  vendor: number
  values: { value: number | null; release?: number | null }[]
  submitted?: boolean
  more?: Record<string, string | number | boolean | null>
}
export interface OverridePlan {
  requirement: string
  vendor: number
  statement?: number
  value: number
  removed?: boolean
}
export interface ProjectPlan {
  packages: PackagePlan[]
  vendors: number[]
  /** Release numbers in order. */
  releases?: number[]
  answers?: AnswerPlan[]
  overrides?: OverridePlan[]
}

const projectId = 'project'
export const statementId = (index: number): string => `statement${index}`

const statement = (plan: StatementPlan, index: number): Parameter => ({
  id: statementId(index),
  key: statementId(index),
  name: `Statement ${index}`,
  type: 'INPUT',
  inputType: 'number',
  isStatement: true,
  ...(plan.weight === undefined ? {} : { weight: plan.weight }),
  ...(plan.knockOut === undefined ? {} : { knockOut: plan.knockOut }),
  ...(plan.visibleWhen === undefined ? {} : { visibleWhen: plan.visibleWhen }),
  validations: plan.asksRelease === false ? [] : [{ kind: 'statement_release' }],
})

const rank = (index: number): string => index.toString(36).padStart(6, '0')

export const buildEvaluationRows = (plan: ProjectPlan): EvaluationRows => {
  const rows = {
    packages: [] as EvaluationRows['packages'][number][],
    documents: [] as EvaluationRows['documents'][number][],
    sections: [] as EvaluationRows['sections'][number][],
    requirements: [] as EvaluationRows['requirements'][number][],
  }
  const places = new Map<string, { packageId: string; documentId: string }>()
  plan.packages.forEach((pack, p) => {
    const packageId = `p${p + 1}`
    rows.packages.push({
      id: packageId,
      projectId,
      name: packageId,
      weight: pack.weight,
      rank: rank(p),
      ownerId: null,
      updatedOn: 0,
    })
    pack.documents.forEach((document) => {
      const documentId = `d${rows.documents.length + 1}`
      rows.documents.push({
        id: documentId,
        projectId,
        packageId,
        name: documentId,
        prefix: documentId.toUpperCase(),
        weight: document.weight,
        rank: rank(rows.documents.length),
        ownerId: null,
        updatedOn: 0,
      })
      document.sections.forEach((section) => {
        const sectionId = `s${rows.sections.length + 1}`
        rows.sections.push({
          id: sectionId,
          projectId,
          packageId,
          documentId,
          name: sectionId,
          rank: rank(rows.sections.length),
          updatedOn: 0,
        })
        section.requirements.forEach((requirement) => {
          places.set(requirement.id, { packageId, documentId })
          rows.requirements.push({
            id: requirement.id,
            projectId,
            packageId,
            documentId,
            sectionId,
            lineageId: requirement.id,
            fullId: requirement.id,
            sourceId: null,
            status: 'NEW',
            version: 1,
            name: requirement.id,
            definition: JSON.stringify({
              contentConfiguration: { parameters: [] },
              suppliersCommitment: {
                parameters: [
                  ...(requirement.statements ?? [{}]).map(statement),
                  ...(requirement.extra ?? []),
                ],
              },
            }),
            vendorHelp: '',
            evaluatorHelp: '',
            rank: rank(rows.requirements.length),
            excluded: requirement.excluded ? { reason: 'Not needed', by: 'owner', on: 0 } : null,
            updatedOn: 0,
          })
        })
      })
    })
  })
  const placeOf = (id: string): { packageId: string; documentId: string } =>
    places.get(id) ?? { packageId: '', documentId: '' }
  return {
    ...rows,
    vendors: plan.vendors.map((vendorId) => ({ vendorId, name: `V${vendorId}` })),
    releases: (plan.releases ?? []).map((number, i) => ({
      id: `r${number}`,
      projectId,
      version: `R${number}`,
      number,
      rank: rank(i),
      date: null,
      updatedOn: 0,
    })),
    commitments: (plan.answers ?? []).map((answer) =>
      buildCommitment(answer, placeOf(answer.requirement)),
    ),
    overrides: (plan.overrides ?? []).map((override) =>
      buildOverride(override, placeOf(override.requirement)),
    ),
  }
}

type Place = Pick<Commitment, 'packageId' | 'documentId'>

export const buildCommitment = (answer: AnswerPlan, place: Place): Commitment => ({
  id: commitmentId(answer.requirement, answer.vendor),
  projectId,
  ...place,
  requirementId: answer.requirement,
  vendorId: answer.vendor,
  values: {
    ...Object.fromEntries(
      answer.values.flatMap(({ value, release }, i) => [
        [statementId(i), value],
        ...(release === undefined ? [] : [[releaseField(statementId(i)), release]]),
      ]),
    ),
    ...answer.more,
  },
  submitted: answer.submitted ?? true,
  receipt: null,
  updatedBy: 'contact',
  updatedOn: 0,
})

export const buildOverride = (plan: OverridePlan, place: Place): Override => ({
  id: overrideId(plan.requirement, plan.vendor, statementId(plan.statement ?? 0)),
  projectId,
  ...place,
  requirementId: plan.requirement,
  vendorId: plan.vendor,
  parameterId: statementId(plan.statement ?? 0),
  value: plan.value,
  reason: 'Checked',
  modifiedBy: { id: 1, name: 'evaluator' },
  modifiedOn: 0,
  originalValue: null,
  originalKey: null,
  history: [],
  removed: plan.removed ?? false,
  updatedOn: 0,
})

/** The golden example from section 4 of the domain document. */
export const goldenPlan = (): ProjectPlan => ({
  vendors: [1, 2],
  releases: [0, 1],
  packages: [
    {
      weight: 60,
      documents: [
        {
          weight: 70,
          sections: [
            {
              requirements: [
                { id: 'FUN-1', statements: [{ weight: 3, knockOut: 50 }] },
                { id: 'FUN-2', statements: [{ weight: 1 }] },
                { id: 'FUN-3', statements: [{ weight: 0, asksRelease: false }] },
              ],
            },
          ],
        },
        {
          weight: 30,
          sections: [
            {
              requirements: [
                { id: 'SEC-1', statements: [{ weight: 1, asksRelease: false }] },
                { id: 'SEC-2', statements: [{ weight: 1, asksRelease: false }] },
              ],
            },
          ],
        },
      ],
    },
    {
      weight: 40,
      documents: [
        {
          weight: 100,
          sections: [{ requirements: [{ id: 'OPS-1', statements: [{ weight: 2 }] }] }],
        },
      ],
    },
  ],
  answers: [
    { requirement: 'FUN-1', vendor: 1, values: [{ value: 100, release: -2 }] },
    { requirement: 'FUN-1', vendor: 2, values: [{ value: 0, release: -1 }] },
    { requirement: 'FUN-2', vendor: 1, values: [{ value: 50, release: 0 }] },
    { requirement: 'FUN-2', vendor: 2, values: [{ value: 100, release: 1 }] },
    { requirement: 'FUN-3', vendor: 1, values: [{ value: 0 }] },
    { requirement: 'FUN-3', vendor: 2, values: [{ value: 100 }] },
    { requirement: 'SEC-1', vendor: 1, values: [{ value: 80 }] },
    { requirement: 'SEC-1', vendor: 2, values: [{ value: 80 }], submitted: false },
    { requirement: 'SEC-2', vendor: 1, values: [{ value: 20 }] },
    { requirement: 'SEC-2', vendor: 2, values: [{ value: 100 }] },
    { requirement: 'OPS-1', vendor: 1, values: [{ value: 100, release: 1 }] },
    { requirement: 'OPS-1', vendor: 2, values: [{ value: 75, release: -2 }] },
  ],
  overrides: [{ requirement: 'SEC-2', vendor: 1, value: 60 }],
})
