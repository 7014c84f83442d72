import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import type { DocumentPlan, PackagePlan, RequirementPlan, SectionPlan } from './content-tree.ts'
import {
  type AdherenceTerm,
  type Chapter,
  type Criterion,
  readChapters,
  readTerms,
} from './openacr-catalogue.ts'

/** Keys of the answer's fields. */
export const ANSWER = { level: 'level', statement: 'statement', notes: 'notes' } as const

/**
 * How chapters of the catalogue become packages and documents. Hardware is left out, because
 * content platforms have none.
 */
const PACKAGES = [
  {
    name: 'Web Content Accessibility Guidelines 2.1',
    weight: 70,
    documents: [
      {
        chapter: 'success_criteria_level_a',
        name: 'Success criteria, level A',
        prefix: 'WCAG-A',
        weight: 60,
      },
      {
        chapter: 'success_criteria_level_aa',
        name: 'Success criteria, level AA',
        prefix: 'WCAG-AA',
        weight: 30,
      },
      {
        chapter: 'success_criteria_level_aaa',
        name: 'Success criteria, level AAA',
        prefix: 'WCAG-AAA',
        weight: 10,
      },
    ],
  },
  {
    name: 'Revised Section 508',
    weight: 30,
    documents: [
      {
        chapter: 'functional_performance_criteria',
        name: 'Functional performance criteria',
        prefix: 'FPC',
        weight: 40,
      },
      { chapter: 'software', name: 'Software', prefix: 'SW', weight: 40 },
      {
        chapter: 'support_documentation_and_services',
        name: 'Support documentation and services',
        prefix: 'DOC',
        weight: 20,
      },
    ],
  },
] as const

/** Relative weight of a component inside its document. */
const COMPONENT_WEIGHTS: Record<string, number> = { web: 3, 'authoring-tool': 2 }
/** A vendor scoring less than half in one of these is flagged. */
const KNOCK_OUTS = new Set(['1.1.1/web', '1.2.2/web', '2.1.1/web', '2.1.2/web', '4.1.2/web'])

/**
 * The accessibility criteria as packages, documents (chapters), sections (components) and
 * requirements.
 */
export const accessibilityPlan = (): PackagePlan[] => {
  const chapters = new Map(readChapters().map((chapter) => [chapter.id, chapter]))
  const terms = readTerms()
  return PACKAGES.map(({ name, weight, documents }) => ({
    name,
    weight,
    documents: documents.map((document): DocumentPlan => {
      const chapter = chapters.get(document.chapter)
      if (!chapter) throw new Error(`the catalogue has no chapter ${document.chapter}`)
      return {
        name: document.name,
        prefix: document.prefix,
        weight: document.weight,
        sections: sectionsOf(chapter, terms),
      }
    }),
  }))
}

const sectionsOf = (chapter: Chapter, terms: readonly AdherenceTerm[]): SectionPlan[] => {
  const components = new Map(
    chapter.criteria.map(({ component }) => [component.id, component.label]),
  )
  return [...components].map(([id, label]) => ({
    name: label || chapter.label,
    requirements: chapter.criteria
      .filter(({ component }) => component.id === id)
      .map((criterion) => requirementOf(criterion, terms)),
  }))
}

const requirementOf = (criterion: Criterion, terms: readonly AdherenceTerm[]): RequirementPlan => ({
  name: [`${criterion.number} ${criterion.handle}`, criterion.component.label]
    .filter(Boolean)
    .join(', '),
  sourceId: criterion.key,
  definition: definitionOf(criterion, terms),
  vendorHelp:
    'Choose the adherence level that your accessibility report gives, and the statement in per cent: 100 supports, 50 partially supports, 0 does not support.',
  evaluatorHelp:
    'Read the remarks against the level: a known defect under "Supports" is a reason to override the statement.',
})

const FULL_WIDTH = { internal: { offset: 0, width: 12 } }
const HALF_WIDTH = { internal: { offset: 0, width: 6 } }

const definitionOf = (criterion: Criterion, terms: readonly AdherenceTerm[]): Definition => ({
  contentConfiguration: {
    parameters: [
      text('criterion', 'Criterion', `${criterion.number} ${criterion.handle}`),
      ...(criterion.component.label
        ? [text('component', 'Component', criterion.component.label)]
        : []),
      text('reference', 'Reference', criterion.url),
    ],
  },
  suppliersCommitment: {
    parameters: [levelParameter(terms), statementParameter(criterion), notesParameter],
  },
})

const text = (key: string, name: string, value: string): Parameter => ({
  id: key,
  key,
  name,
  type: 'INPUT',
  inputType: 'text',
  value,
  layout: FULL_WIDTH,
})

const levelParameter = (terms: readonly AdherenceTerm[]): Parameter => ({
  id: ANSWER.level,
  key: ANSWER.level,
  name: 'Adherence level',
  type: 'SELECTBOX',
  options: terms.map(({ id, label, description }) => ({ key: id, label, value: description })),
  layout: HALF_WIDTH,
  validations: [{ kind: 'required' }],
})

/** Hidden, and so not scored, if the chosen level leaves nothing to score. */
const statementParameter = ({ number, component }: Criterion): Parameter => ({
  id: ANSWER.statement,
  key: ANSWER.statement,
  name: 'Statement',
  type: 'INPUT',
  inputType: 'number',
  isStatement: true,
  weight: COMPONENT_WEIGHTS[component.id] ?? 1,
  ...(KNOCK_OUTS.has(`${number}/${component.id}`) ? { knockOut: 50 } : {}),
  layout: HALF_WIDTH,
  validations: [
    { kind: 'required' },
    { kind: 'statement_release' },
    { kind: 'min_value', value: 0 },
    { kind: 'max_value', value: 100 },
  ],
  visibleWhen: {
    join: 'all',
    conditions: [
      { parameterKey: ANSWER.level, op: 'notEquals', value: 'not-applicable' },
      { parameterKey: ANSWER.level, op: 'notEquals', value: 'not-evaluated' },
    ],
  },
})

const notesParameter: Parameter = {
  id: ANSWER.notes,
  key: ANSWER.notes,
  name: 'Remarks and explanations',
  type: 'TEXTAREA',
  layout: FULL_WIDTH,
}
