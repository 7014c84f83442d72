import { Trans } from '@lingui/react/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isGroup, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { answerText } from '../answers/answer-fields.ts'
import classes from './requirement-text.module.css'

/**
 * The texts of a requirement: its name, the requestor's other fields, and the help for the reader.
 */
export function RequirementText({
  requirement,
  isVendor,
}: {
  requirement: Requirement
  isVendor: boolean
}) {
  const content = parseDefinition(requirement.definition).contentConfiguration.parameters
  const help = isVendor ? requirement.vendorHelp : requirement.evaluatorHelp
  return (
    <div className={classes.text}>
      <p className={classes.name}>{requirement.name}</p>
      <ContentList parameters={content} />
      {requirement.vendorHelp !== '' && (
        <aside className={classes.help}>
          <strong>
            <Trans>Help for vendors</Trans>
          </strong>
          <p>{requirement.vendorHelp}</p>
        </aside>
      )}
      {!isVendor && help !== '' && (
        <aside className={classes.help}>
          <strong>
            <Trans>Help for evaluators</Trans>
          </strong>
          <p>{help}</p>
        </aside>
      )}
    </div>
  )
}

export function ContentList({ parameters }: { parameters: readonly Parameter[] }) {
  const shown = parameters.filter(
    (parameter) =>
      parameter.hidden !== true &&
      (isGroup(parameter) || answerText(parameter, parameter.value) !== ''),
  )
  if (shown.length === 0) return null
  return (
    <dl className={classes.content}>
      {shown.map((parameter) => (
        <div key={parameter.id}>
          <dt>{parameter.name}</dt>
          <dd>
            {isGroup(parameter) ? (
              <ContentList parameters={parameter.parameters ?? []} />
            ) : (
              answerText(parameter, parameter.value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
