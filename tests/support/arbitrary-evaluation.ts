import fc from 'fast-check'
import type { EvaluationOptions } from '#schema/rules/evaluation/evaluation.ts'
import type { DocumentPlan, PackagePlan, ProjectPlan, StatementPlan } from './evaluation-rows.ts'
import { statementId } from './evaluation-rows.ts'

export interface EvaluationCase {
  plan: ProjectPlan
  options: EvaluationOptions
}
interface Shape {
  vendors: readonly number[]
  /** Release numbers in order. */
  releases: readonly number[]
  /** The second statement may depend on the first one being filled in. */
  hasConditions?: boolean
}

const WHEN_FIRST_IS_FILLED: StatementPlan['visibleWhen'] = {
  join: 'all',
  conditions: [{ parameterKey: statementId(0), op: 'filled', value: null }],
}

const statementPlan: fc.Arbitrary<StatementPlan> = fc
  .record({
    weight: fc.constantFrom(0, 0.5, 1, 3),
    knockOut: fc.option(fc.constantFrom(0, 50, 100), { nil: undefined }),
    asksRelease: fc.boolean(),
  })
  .map(({ knockOut, ...rest }) => (knockOut === undefined ? rest : { ...rest, knockOut }))

const treeOf = ({ vendors, releases }: Shape) => {
  const answer = fc.record({
    value: fc.option(fc.integer({ min: 0, max: 100 })),
    release: fc.constantFrom(-2, -1, null, ...releases),
  })
  const answers = fc.record({
    values: fc.array(answer, { minLength: 2, maxLength: 2 }),
    submitted: fc.boolean(),
  })
  const requirement = fc.record({
    statements: fc.array(statementPlan, { maxLength: 2 }),
    isConditional: fc.boolean(),
    excluded: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    answers: fc.tuple(...vendors.map(() => fc.option(answers))),
    override: fc.option(
      fc.record({
        vendor: fc.constantFrom(...vendors),
        value: fc.integer({ min: 0, max: 100 }),
        removed: fc.boolean(),
      }),
    ),
  })
  const weight = fc.option(fc.integer({ min: 0, max: 100 }))
  const sections = fc.array(fc.array(requirement, { maxLength: 4 }), { maxLength: 3 })
  const documents = fc.array(fc.record({ weight, sections }), { maxLength: 3 })
  return fc.array(fc.record({ weight, documents }), { maxLength: 3 })
}

const optionsOf = (releases: readonly number[]): fc.Arbitrary<EvaluationOptions> =>
  fc.record({
    lens: fc.oneof(
      fc.constant({ kind: 'all' as const }),
      fc.constantFrom(...releases).map((release) => ({ kind: 'asOf' as const, release })),
    ),
    settings: fc.record({
      futureCredit: fc.double({ min: 0, max: 1, noNaN: true }),
      unplannedCredit: fc.double({ min: 0, max: 1, noNaN: true }),
      knockOutsApplied: fc.boolean(),
    }),
  })

/** A project with its vendors' answers and overrides, and the view it is evaluated in. */
export const anyEvaluation = (shape: Shape): fc.Arbitrary<EvaluationCase> => {
  const { vendors, releases, hasConditions = false } = shape
  return fc
    .record({ tree: treeOf(shape), options: optionsOf(releases) })
    .map(({ tree, options }) => {
      const plan: ProjectPlan = {
        vendors: [...vendors],
        releases: [...releases],
        packages: [],
        answers: [],
        overrides: [],
      }
      let count = 0
      const requirementOf = (
        one: (typeof tree)[number]['documents'][number]['sections'][number][number],
      ) => {
        const id = `R-${(count += 1)}`
        one.answers.forEach((given, i) => {
          if (given) plan.answers?.push({ requirement: id, vendor: vendors[i] ?? 0, ...given })
        })
        if (one.override && one.statements.length > 0) {
          plan.overrides?.push({ requirement: id, ...one.override })
        }
        const statements = one.statements.map((statement, i) =>
          hasConditions && one.isConditional && i === 1
            ? { ...statement, visibleWhen: WHEN_FIRST_IS_FILLED }
            : statement,
        )
        return { id, statements, excluded: one.excluded }
      }
      plan.packages = tree.map((pack): PackagePlan => ({
        weight: pack.weight,
        documents: pack.documents.map((document): DocumentPlan => ({
          weight: document.weight,
          sections: document.sections.map((requirements) => ({
            requirements: requirements.map(requirementOf),
          })),
        })),
      }))
      return { plan, options }
    })
}
