import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Definition } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { answerProblems } from '#schema/rules/answers/bulk-submit.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { isVisible } from '#schema/rules/definition/conditions.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { facetOfEditor, type TableColumn } from '../filters/column-facet.ts'
import {
  answerByKey,
  answerText,
  fieldOf,
  parameterEditor,
  releaseOptions,
  valueOf,
  type AnswerColumn,
} from '../answers/answer-fields.ts'

/** A row of a vendor's table: a requirement and its answer. */
export interface VendorRow {
  requirement: Requirement
  definition: Definition
  commitment: Commitment | undefined
  sectionName: string
  label: string
  isUnsent: boolean
  needsYou: boolean
}

export const answerColumnId = (column: Pick<AnswerColumn, 'key' | 'part'>): string =>
  column.part === 'release' ? `a:${column.key}:release` : `a:${column.key}`

/** The parameter of a row that an answer column shows, and the field that stores its value. */
export function answerFieldAt(
  row: { definition: Definition },
  column: Pick<AnswerColumn, 'key' | 'part'>,
) {
  const parameter = answerByKey(row.definition, column.key)
  return parameter ? { parameter, field: fieldOf(parameter, column.part) } : null
}

/** A grid column for each field that vendors answer in the document. */
export function answerGridColumns(
  columns: readonly AnswerColumn[],
  releases: readonly Release[],
  answerReason: string | null,
): TableColumn<VendorRow>[] {
  const releaseEditor = { kind: 'select', options: releaseOptions(releases) } as const
  return columns.map((column) => {
    const editorKind = column.part === 'release' ? 'select' : parameterEditor(column.sample).kind
    return {
      id: answerColumnId(column),
      header: editorKind === 'percent' ? `${column.name} %` : column.name,
      isContentHeader: column.part !== 'release',
      width: WIDTHS[editorKind],
      facet:
        column.part === 'release'
          ? facetOfEditor(releaseEditor)
          : facetOfEditor(parameterEditor(column.sample), column.options),
      value: (row) => {
        const at = answerFieldAt(row, column)
        if (at === null) return null
        const value = valueOf(row.commitment?.values, at.field)
        return isFileField(at.parameter) ? answerText(at.parameter, value) || null : value
      },
      editor: (row) => {
        const at = answerFieldAt(row, column)
        return at === null || isFileField(at.parameter)
          ? null
          : column.part === 'release'
            ? releaseEditor
            : parameterEditor(at.parameter)
      },
      readOnlyReason: (row) => answerReason ?? hiddenReason(row, column),
      problem: (row) => {
        const at = answerFieldAt(row, column)
        return at === null ? null : (problemsOf(row, releases).get(at.field) ?? null)
      },
    }
  })
}

const WIDTHS = {
  percent: 116,
  number: 110,
  date: 120,
  tick: 110,
  select: 160,
  text: 200,
  long: 320,
} as const

function hiddenReason(row: VendorRow, column: AnswerColumn): string | null {
  const at = answerFieldAt(row, column)
  if (at === null) return i18n._(msg`Not part of this requirement`)
  if (isFileField(at.parameter)) return i18n._(msg`Open the requirement to attach files`)
  if (!at.parameter.visibleWhen && !hasConditions(row.definition)) return null
  const { contentConfiguration, suppliersCommitment } = row.definition
  const all = [...contentConfiguration.parameters, ...suppliersCommitment.parameters]
  return isVisible(at.parameter, all, row.commitment?.values ?? {})
    ? null
    : i18n._(msg`Not needed because of another answer`)
}

const known = new WeakMap<VendorRow, ReadonlyMap<string, string>>()
/** What prevents a draft from being submitted, by field. Rows in other states show no problems. */
function problemsOf(row: VendorRow, releases: readonly Release[]): ReadonlyMap<string, string> {
  let problems = known.get(row)
  if (!problems) {
    const found =
      commitmentStatus(row.commitment) === 'DRAFT'
        ? answerProblems({ requirement: row.requirement, answer: row.commitment, releases })
        : []
    known.set(
      row,
      (problems = new Map(found.map(({ field, code, detail }) => [field, codeText(code, detail)]))),
    )
  }
  return problems
}

const conditional = new WeakMap<Definition, boolean>()
function hasConditions(definition: Definition): boolean {
  let known = conditional.get(definition)
  if (known === undefined)
    conditional.set(
      definition,
      (known = JSON.stringify(definition.suppliersCommitment).includes('"visibleWhen"')),
    )
  return known
}
