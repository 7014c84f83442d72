import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverNow } from '#client/lib/clock.ts'
import { lastText } from '#client/lib/time-text.ts'
import { resolveConflict, type Choice, type ParkedEdit } from '#client/lib/parked.ts'
import { readRow, useRows } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import {
  fieldName,
  isFreeText,
  valueWords,
  type FieldContext,
} from '../../ui/feedback/field-words.ts'
import { WordDiff } from './word-diff.tsx'
import classes from './conflict-dialog.module.css'

type Conflict = ParkedEdit['conflicts'][number]
const keyOf = (conflict: Conflict): string => `${conflict.entity}/${conflict.id}#${conflict.field}`

/**
 * Resolves a conflict field by field: take mine, take theirs, or write a merged text. Automatically
 * merged fields are shown in grey.
 */
export function ConflictForm({ parked, onDone }: { parked: ParkedEdit; onDone: () => void }) {
  const { t } = useLingui()
  const releases = useRows(parked.projectId, 'release', { projectId: parked.projectId })
  useRows(parked.projectId, 'requirement', { projectId: parked.projectId })
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(parked.conflicts.map((conflict) => [keyOf(conflict), { take: 'mine' }])),
  )
  const [isBusy, setBusy] = useState(false)
  const contextOf = (conflict: Pick<Conflict, 'id'>): FieldContext => ({
    requirement: readRow(parked.projectId, 'requirement', conflict.id.split('.')[0] ?? ''),
    releases,
  })

  const resolve = async (all: Record<string, Choice>) => {
    setBusy(true)
    try {
      await resolveConflict(parked.id, all)
      toast.success(t`Choice saved`)
      onDone()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  const reason = isBusy ? t`Saving…` : null
  const takeAll = (take: 'mine' | 'theirs') =>
    void resolve(
      Object.fromEntries(parked.conflicts.map((conflict) => [keyOf(conflict), { take }])),
    )
  const [first] = parked.conflicts
  const mineAt = lastText(parked.clientAt, serverNow())
  const theirsBy = first?.theirsBy ?? ''
  const theirsAt = first ? lastText(first.theirsOn, serverNow()) : ''
  const headings = {
    mine: t`Yours · this device, ${mineAt}`,
    theirs: t`Theirs · ${theirsBy}, ${theirsAt}`,
  }
  const merged = mergedFields(parked)
  return (
    <>
      <p>
        <Trans>
          Someone else edited the same fields. Choose a version for each field. The others stay with
          the requirement under “Earlier versions from conflicts”.
        </Trans>
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">{headings.mine}</th>
            <th scope="col">{headings.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {parked.conflicts.map((conflict) => {
            const key = keyOf(conflict)
            return (
              <ConflictRow
                key={key}
                name={key}
                headings={headings}
                conflict={conflict}
                context={contextOf(conflict)}
                showsId={new Set(parked.conflicts.map(({ id }) => id)).size > 1}
                choice={choices[key] ?? { take: 'mine' }}
                onChoose={(choice) => setChoices((before) => ({ ...before, [key]: choice }))}
              />
            )
          })}
          {merged.map(({ id, field, value }) => {
            const words = valueWords({ field }, value, contextOf({ id }))
            return (
              <tr key={`${id}#${field}`} className={classes.merged}>
                <th scope="row">{fieldName({ field }, contextOf({ id }))}</th>
                <td colSpan={2}>{t`${words}, changed only by you`}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={classes.buttons}>
        <ExplainedButton variant="default" reason={reason} onClick={() => takeAll('theirs')}>
          <Trans>Keep all theirs</Trans>
        </ExplainedButton>
        <ExplainedButton variant="default" reason={reason} onClick={() => takeAll('mine')}>
          <Trans>Keep all mine</Trans>
        </ExplainedButton>
        <Button onClick={() => void resolve(choices)} loading={isBusy}>
          <Trans>Save selected fields</Trans>
        </Button>
      </div>
    </>
  )
}

interface ConflictRowProps {
  name: string
  /**
   * Author and time of each version. Repeated at each text where the columns stack on narrow
   * screens.
   */
  headings: Record<'mine' | 'theirs', string>
  conflict: Conflict
  context: FieldContext
  showsId: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
}

function ConflictRow({
  name,
  headings,
  conflict,
  context,
  showsId,
  choice,
  onChoose,
}: ConflictRowProps) {
  const { t } = useLingui()
  const { mine, theirs } = conflict
  const label = fieldName(conflict, context)
  const words = {
    mine: valueWords(conflict, mine, context),
    theirs: valueWords(conflict, theirs, context),
  }
  const isOwn = 'value' in choice
  const option = (side: 'mine' | 'theirs', sideName: string) => (
    <td data-chosen={(!isOwn && choice.take === side) || undefined} data-label={headings[side]}>
      <label className={classes.choice}>
        <input
          type="radio"
          name={name}
          aria-label={`${label}: ${sideName}`}
          checked={!isOwn && choice.take === side}
          onChange={() => onChoose({ take: side })}
        />
        <WordDiff text={words[side]} other={words[side === 'mine' ? 'theirs' : 'mine']} />
      </label>
    </td>
  )
  return (
    <>
      <tr>
        <th scope="row">
          {showsId && context.requirement && (
            <span className={classes.dim}>
              {context.requirement.fullId ?? context.requirement.name}{' '}
            </span>
          )}
          {label}
          {isFreeText(conflict, { mine, theirs }, context) && !isOwn && (
            <button
              type="button"
              className={classes.edit}
              onClick={() =>
                onChoose({ value: String((choice.take === 'mine' ? mine : theirs) ?? '') })
              }
            >
              <Trans>Edit text…</Trans>
            </button>
          )}
        </th>
        {option('mine', t`yours`)}
        {option('theirs', t`theirs`)}
      </tr>
      {isOwn && (
        <tr>
          <th scope="row" data-repeated>
            <span className="visually-hidden">{label}</span>
          </th>
          <td colSpan={2} data-chosen>
            <textarea
              className={classes.own}
              aria-label={t`${label}: your new text`}
              rows={4}
              maxLength={20_000}
              value={String(choice.value ?? '')}
              onChange={(event) => onChoose({ value: event.currentTarget.value })}
              autoFocus
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** The fields of the edit that were applied without a conflict. */
function mergedFields(parked: ParkedEdit): { id: string; field: string; value: unknown }[] {
  const { requirementId, values, items, patch, id } = parked.args as {
    requirementId?: string
    values?: Record<string, unknown>
    items?: { requirementId?: string; values?: Record<string, unknown> }[]
    patch?: Record<string, unknown>
    id?: string
  }
  const conflicted = new Set(
    parked.conflicts.map(({ id: row, field }) => `${row.split('.')[0]}#${field}`),
  )
  const rows = [
    ...(requirementId && values
      ? [
          {
            row: requirementId,
            fields: Object.entries(values).map(
              ([name, value]) => [`values.${name}`, value] as const,
            ),
          },
        ]
      : []),
    ...(items ?? []).flatMap((item) =>
      item.requirementId &&
      item.values &&
      [...conflicted].some((key) => key.startsWith(item.requirementId ?? ''))
        ? [
            {
              row: item.requirementId,
              fields: Object.entries(item.values).map(
                ([name, value]) => [`values.${name}`, value] as const,
              ),
            },
          ]
        : [],
    ),
    ...(id && patch
      ? [
          {
            row: id,
            fields: Object.entries(patch).filter(([name]) => !name.startsWith('definition')),
          },
        ]
      : []),
  ]
  return rows.flatMap(({ row, fields }) =>
    fields
      .filter(([field]) => !conflicted.has(`${row}#${field}`))
      .map(([field, value]) => ({ id: row, field, value })),
  )
}
