import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { seen, type SeenCell, type SeenTable } from '#schema/rules/export/seen-table.ts'
import {
  type Evaluation,
  type Lens,
  type NodeLevel,
  nodeScore,
} from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import type { MatrixRow, RowLevel } from './matrix-rows.ts'
import { nodeName } from './node-names.ts'
import type { VendorColumn } from './vendor-columns.ts'

interface SeenMatrix {
  projectName: string
  /** The evaluation as shown: with the lens, and with the weights of a what-if. */
  evaluation: Evaluation
  lens: Lens
  isWhatIf: boolean
  rows: readonly MatrixRow[]
  columns: readonly VendorColumn[]
}

const LEVEL_NAMES: Record<RowLevel, MessageDescriptor> = {
  package: msg`Package`,
  document: msg`Document`,
  section: msg`Section`,
  requirement: msg`Requirement`,
}

/** As shown, with two decimals. */
const rounded = (percent: number | null): number | null =>
  percent === null ? null : Number(percent.toFixed(2))

const nameOf = ({ projectName, evaluation, lens, isWhatIf }: SeenMatrix): string => {
  const { releases } = evaluation.prepared.rows
  const version =
    lens.kind === 'all'
      ? null
      : (releases.find(({ number }) => number === lens.release)?.version ?? String(lens.release))
  return [
    projectName,
    ...(version === null ? [] : [i18n._(msg`As of release ${version}`)]),
    ...(isWhatIf ? [i18n._(msg`What-if`)] : []),
  ].join(', ')
}

/** The evaluation as its matrix shows it: the lines, vendors and scores, and the total last. */
export const seenMatrix = (shown: SeenMatrix): SeenTable => {
  const { evaluation, rows, columns } = shown
  const scoresOf = (level: NodeLevel, index: number): SeenCell[] =>
    columns.flatMap(({ position }) => {
      const { score, coverage, knockOuts } = nodeScore(evaluation, {
        level,
        index,
        vendor: position,
      })
      return [rounded(score), rounded(coverage), knockOuts]
    })
  return {
    name: nameOf(shown),
    columns: [
      seen(i18n._(msg`Level`)),
      seen(i18n._(msg`ID`)),
      seen(i18n._(msg`Name`)),
      seen(i18n._(msg`Weight`), 'percent'),
      ...columns.flatMap(({ name }) => [
        seen(name, 'percent'),
        seen(i18n._(msg`${name}: answered`), 'percent'),
        seen(i18n._(msg`${name}: knock-outs missed`), 'number'),
      ]),
    ],
    rows: [
      ...rows.map(({ level, index }) => {
        const { code, name } = nodeName(evaluation.prepared.layout, level, index)
        const weight =
          level === 'package' || level === 'document'
            ? rounded(at(evaluation.weights[level], index))
            : null
        return [i18n._(LEVEL_NAMES[level]), code, name, weight, ...scoresOf(level, index)]
      }),
      [i18n._(msg`Weighted total`), null, null, null, ...scoresOf('project', 0)],
    ],
  }
}
