import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { AnswerForm } from '../answers/answer-form.tsx'
import { RequirementText } from '../requirement/requirement-text.tsx'
import { useAnswerProblems } from '../answers/use-answer-problems.ts'
import classes from '../answers/answer-panel.module.css'

export interface TrialPanelProps {
  requirement: Requirement
  releases: readonly Release[]
  label: string
  onStop: () => void
}

/**
 * Lets a requestor try out a requirement's form: the conditions and validations apply, but nothing
 * is saved.
 */
export function TrialPanel({ requirement, releases, label, onStop }: TrialPanelProps) {
  const { t } = useLingui()
  const definition = parseDefinition(requirement.definition)
  const [values, setValues] = useState<CommitmentValues>({})
  const [isAccepted, setAccepted] = useState(false)
  const { errors, list, isValid, touch, attempt } = useAnswerProblems(definition, values, releases)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button or field that had the focus is gone: focus the heading.
  useEffect(() => {
    if (window.document.activeElement === window.document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <article className={classes.panel}>
      <header className={classes.header}>
        <h2 ref={heading} tabIndex={-1}>
          {label}
        </h2>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          <Trans>Exit vendor view</Trans>
        </Button>
      </header>
      <p className={classes.reason} role="note">
        <Trans>
          You are seeing what a vendor sees. Try the form: nothing you enter here is saved or sent.
        </Trans>
      </p>
      <RequirementText requirement={requirement} isVendor />
      {list.length > 0 && <ErrorSummary errors={list} />}
      <h3 className={classes.title}>
        <Trans>Answer</Trans>
      </h3>
      <AnswerForm
        definition={definition}
        values={values}
        releases={releases}
        errors={errors}
        isReadOnly={false}
        onLeave={touch}
        onChange={(field, value) => {
          setAccepted(false)
          setValues((before) => ({ ...before, [field]: value }))
        }}
      />
      <footer className={classes.footer}>
        <span className={classes.saved} role="status">
          {isAccepted && isValid ? t`This answer can be submitted.` : null}
        </span>
        <span className={classes.submit}>
          <Button
            variant="default"
            onClick={() => {
              attempt()
              setAccepted(true)
            }}
          >
            <Trans>Check answer</Trans>
          </Button>
        </span>
      </footer>
    </article>
  )
}
