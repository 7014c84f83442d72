import { useLingui } from '@lingui/react/macro'
import { type Place, SEVERITIES } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useKeptText } from '#client/lib/kept-form.ts'
import { useTeam } from '#client/lib/team.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import { SEVERITY_WORDS, WORDS } from './comment-words.ts'
import { Composer } from './composer.tsx'
import { startComment } from './comment-edits.ts'
import classes from './composer.module.css'
import { severityKeepName, startKeep } from './start-keep.ts'

interface StartFormProps {
  projectId: string
  place: Place
  type: Started
  /** Why no thread can be started now; null = it can. */
  reason: string | null
  isFocused?: boolean
  onStarted?: (id: string) => void
  onCancel?: () => void
}

/** Form that asks a question, reports a pain point or starts a discussion. */
export function StartForm({
  projectId,
  place,
  type,
  reason,
  isFocused,
  onStarted,
  onCancel,
}: StartFormProps) {
  const { i18n, t } = useLingui()
  const { actor } = useProjectState(projectId)
  const team = useTeam(projectId)
  const [keptSeverity, keepSeverity] = useKeptText(severityKeepName(place))
  const severity = SEVERITIES.find((one) => one === keptSeverity) ?? 'MAJOR'
  const words = WORDS[type]
  const send = async (text: string) => {
    const id = await startComment({
      projectId,
      place,
      type,
      severity: type === 'PP' ? severity : null,
      text,
      vendorId: actor?.vendorId ?? null,
    })
    if (type === 'PP') keepSeverity('')
    onStarted?.(id)
  }
  return (
    <Composer
      keep={startKeep(place, type)}
      label={i18n._(words.field)}
      note={i18n._(words.audience)}
      {...(type === 'D' ? { people: team } : {})}
      main={{ label: i18n._(words.send), reason, send }}
      {...(isFocused === undefined ? {} : { isFocused })}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      {type === 'PP' && (
        <div className={classes.severity}>
          <span aria-hidden>{t`Severity`}</span>
          <ChoiceSwitch
            label={t`Severity`}
            value={severity}
            onChange={keepSeverity}
            options={SEVERITIES.map((value) => ({
              value,
              label: i18n._(SEVERITY_WORDS[value].name),
            }))}
          />
        </div>
      )}
    </Composer>
  )
}
