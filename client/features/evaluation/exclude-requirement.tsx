import { Button, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import type { Project } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { dropForm, keepForm, keptForm } from '#client/lib/kept-form.ts'
import { mutate, undo } from '#client/lib/mutate.ts'
import { exactText } from '#client/lib/time-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { whyNot } from './why-not.ts'
import classes from './evidence.module.css'

interface ExcludeRequirementProps {
  project: Project
  actor: ProjectActor
  requirement: Requirement
}

/**
 * Excludes a requirement from the scores of all vendors, with a reason. It cannot be excluded for
 * one vendor only.
 */
export function ExcludeRequirement({ project, actor, requirement }: ExcludeRequirementProps) {
  const { t } = useLingui()
  const form = `exclusion/${requirement.id}`
  const [reason, setReason] = useState(() => keptForm(form, v.string()) ?? '')
  const [isOpen, setOpen] = useState(reason !== '')
  const [error, setError] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const write = (next: string) => {
    setReason(next)
    keepForm(form, next)
  }
  const end = () => {
    dropForm(form)
    setReason('')
    setError(null)
    setOpen(false)
    section.current?.focus()
  }
  const refusal = whyNot(actor, 'requirement.exclude', {
    state: project.state,
    packageId: requirement.packageId,
  })
  const exclude = async (why: string | null): Promise<void> => {
    try {
      await mutate(
        'requirements.exclude',
        { projectId: project.id, id: requirement.id, reason: why },
        { scope: project.id, undoLabel: t`Exclusion` },
      )
      end()
      const done =
        why === null ? t`Requirement included again` : t`Requirement excluded for all vendors`
      toast.success(done, { undo: () => undo(project.id) })
    } catch (failure) {
      toast.error(failure)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    setError(why === '' ? t`Enter a reason. All members of the project see it.` : null)
    if (why !== '') void exclude(why)
  }
  return (
    <section ref={section} className={classes.section} aria-label={t`Exclusion`} tabIndex={-1}>
      <h3>
        <Trans>Exclusion</Trans>
      </h3>
      {requirement.excluded ? (
        <ExclusionText excluded={requirement.excluded} />
      ) : (
        <p className={classes.values}>
          <Trans>The requirement counts for all vendors.</Trans>
        </p>
      )}
      {refusal !== null && <p className={classes.why}>{refusal}</p>}
      {refusal === null && !isOpen && (
        <div className={classes.buttons}>
          {requirement.excluded ? (
            <Button variant="default" onClick={() => void exclude(null)}>{t`Include again`}</Button>
          ) : (
            <Button
              variant="default"
              onClick={() => setOpen(true)}
            >{t`Exclude for all vendors…`}</Button>
          )}
        </div>
      )}
      {refusal === null && isOpen && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <Textarea
            label={t`Reason for the exclusion`}
            required
            minRows={2}
            maxLength={2000}
            autosize
            value={reason}
            error={error}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <div className={classes.buttons}>
            <Button type="submit">{t`Exclude for all vendors`}</Button>
            <Button variant="default" onClick={end}>{t`Cancel`}</Button>
          </div>
        </form>
      )}
    </section>
  )
}

function ExclusionText({
  excluded: { reason, by, on },
}: {
  excluded: NonNullable<Requirement['excluded']>
}) {
  const time = exactText(on)
  return (
    <p className={classes.values}>
      <Trans>Excluded for all vendors: {reason}</Trans>
      <br />
      <span className={classes.dim}>
        {by}, {time}
      </span>
    </p>
  )
}
