import { Plural, Trans } from '@lingui/react/macro'
import type { Explanation, OmissionReason } from '#schema/rules/evaluation/evaluation-explain.ts'
import type { Layout } from '#schema/rules/evaluation/evaluation-layout.ts'
import { nodeName } from './node-names.ts'
import classes from './evidence.module.css'

/** Lists the parts that a sum leaves out, and why. */
export function OmittedParts({
  omitted,
  layout,
}: {
  omitted: Explanation['omitted']
  layout: Layout
}) {
  if (omitted.length === 0) return null
  return (
    <details className={classes.omitted}>
      <summary>
        <Plural value={omitted.length} one="# part does not count" other="# parts do not count" />
      </summary>
      <ul>
        {omitted.map(({ level, index, reason }) => {
          const { code, name } = nodeName(layout, level, index)
          return (
            <li key={`${level}${index}`}>
              {code === null ? name : `${code} ${name}`}: <Reason reason={reason} />
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function Reason({ reason }: { reason: OmissionReason }) {
  switch (reason) {
    case 'nothingToScore':
      return <Trans>nothing to score; the other weights are scaled up</Trans>
    case 'excluded':
      return <Trans>excluded for all vendors</Trans>
    case 'hidden':
      return <Trans>hidden for this vendor by a condition</Trans>
    default:
      return reason satisfies never
  }
}
