import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { requirements } from '#schema/api/projects-service/requirements.ts'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { exactText } from '#client/lib/time-text.ts'
import { callsOf } from '#client/lib/api.ts'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'
import { answerText, releaseOptions } from '../answers/answer-fields.ts'
import type { RecordProps } from './requirement-records.tsx'

const calls = callsOf(requirements)

type Found = Awaited<ReturnType<typeof calls.conflicts>>

/**
 * The past conflicts of a requirement: each field that two people wrote, with both texts and the
 * earlier one. Reading it needs a connection, because the server keeps the record.
 */
export function ConflictRecord(props: RecordProps) {
  const { requirement } = props
  const { t } = useLingui()
  const [found, setFound] = useState<Found | Error | null>(null)
  useEffect(() => {
    let isCurrent = true
    calls.conflicts({ params: { id: requirement.id } }).then(
      (entries) => isCurrent && setFound(entries),
      (error: unknown) =>
        isCurrent && setFound(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      isCurrent = false
    }
  }, [requirement.id])
  if (found === null)
    return (
      <p role="status">
        <Trans>Loading…</Trans>
      </p>
    )
  if (found instanceof Error) return <p role="status">{refusalText(found)}</p>
  if (found.length === 0)
    return (
      <p role="status">
        <Trans>No edits of this requirement have conflicted.</Trans>
      </p>
    )
  return (
    <ul>
      {found.map(
        ({ entity, id, field, base, mine, theirs, mineBy, mineOn, theirsBy, theirsOn, at }) => (
          <li key={`${entity}/${id}#${field}/${at}`}>
            <h4>{fieldName(requirement, field)}</h4>
            <dl>
              <Text term={t`Before`} text={valueText(props, field, base)} />
              <Text
                term={t`${theirsBy}, ${exactText(theirsOn)}`}
                text={valueText(props, field, theirs)}
              />
              <Text
                term={t`${mineBy}, ${exactText(mineOn)}`}
                text={valueText(props, field, mine)}
              />
            </dl>
          </li>
        ),
      )}
    </ul>
  )
}

function Text({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text === '' ? <Trans>(empty)</Trans> : text}</dd>
    </>
  )
}

const VALUES = 'values.'
/** The parameter behind a field named `values.<parameter>` or `values.<parameter>.release`. */
function fieldOf(requirement: Requirement, field: string) {
  if (!field.startsWith(VALUES)) return null
  const key = field.slice(VALUES.length)
  const parameter = answerParameters(parseDefinition(requirement.definition)).find(
    ({ id }) => id === key || releaseField(id) === key,
  )
  return parameter ? { parameter, isRelease: parameter.id !== key } : null
}
function fieldName(requirement: Requirement, field: string): string {
  const found = fieldOf(requirement, field)
  if (!found) return field
  return found.isRelease ? i18n._(msg`Release`) : found.parameter.name
}
function valueText({ requirement, releases }: RecordProps, field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  const found = fieldOf(requirement, field)
  if (found?.isRelease)
    return releaseOptions(releases).find((option) => option.value === value)?.label ?? String(value)
  return answerText(
    found?.parameter,
    typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
  )
}
