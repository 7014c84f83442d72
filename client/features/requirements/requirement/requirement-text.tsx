import { Trans } from '@lingui/react/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isGroup, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { answerText } from '../answers/answer-fields.ts'
import classes from './requirement-text.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

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
  const language = useContentLanguage()
  const content = parseDefinition(requirement.definition).contentConfiguration.parameters
  const help = isVendor ? requirement.vendorHelp : requirement.evaluatorHelp
  return (
    <div className={classes.text}>
      <p className={classes.name} {...language}>
        {requirement.name}
      </p>
      <ContentList parameters={content} />
      {requirement.vendorHelp !== '' && (
        <aside className={classes.help}>
          <strong>
            <Trans>Help for vendors</Trans>
          </strong>
          <p {...language}>{requirement.vendorHelp}</p>
        </aside>
      )}
      {!isVendor && help !== '' && (
        <aside className={classes.help}>
          <strong>
            <Trans>Help for evaluators</Trans>
          </strong>
          <p {...language}>{help}</p>
        </aside>
      )}
    </div>
  )
}

export function ContentList({ parameters }: { parameters: readonly Parameter[] }) {
  const language = useContentLanguage()
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
          <dt {...language}>{parameter.name}</dt>
          <dd {...language}>
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
