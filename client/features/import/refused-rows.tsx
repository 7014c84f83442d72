import { Plural } from '@lingui/react/macro'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { rowProblemText } from './import-texts.ts'

const MOST_PROBLEMS = 50

/** The rows of a plan that cannot be imported, folded; nothing without any. */
export function RefusedRows({ plan }: { plan: Pick<ImportPlan, 'refused' | 'refusedRows'> }) {
  if (plan.refusedRows === 0) return null
  return (
    <details>
      <summary>
        <Plural
          value={plan.refusedRows}
          one="# row cannot be imported"
          other="# rows cannot be imported"
        />
      </summary>
      <ul>
        {plan.refused.slice(0, MOST_PROBLEMS).map((problem) => (
          <li key={`${problem.address} ${problem.code}`}>
            {problem.address}: {rowProblemText(problem)}
          </li>
        ))}
      </ul>
    </details>
  )
}
