import { Button, Checkbox } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { chosenPlan, editedOf, leftRows } from '#schema/rules/excel/chosen-plan.ts'
import type { ImportPlan, MissingAction } from '#schema/rules/excel/excel-rows-plan.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import type { SheetChoice } from './import-steps.tsx'
import { ImportOwner } from './import-owner.tsx'
import { missingOf, type Preview } from './preview-items.ts'
import { PreviewLists } from './preview-lists.tsx'
import { type MissingActionKind, useMissingActions } from './preview-missing.tsx'
import { PreviewSummary } from './preview-summary.tsx'
import { ReaderFailure } from './reader/reader-failure.tsx'
import { type ImportTarget, rowsToWrite } from './run-import.ts'
import { StepFrame } from './step-frame.tsx'
import { usePreview } from './use-plan.ts'

interface StepPreviewProps {
  choice: SheetChoice
  target: ImportTarget
  onBack: () => void
  /** `ownerId` is the document's new owner: undefined = it stays; null = none. */
  onImport: (plan: ImportPlan, ownerId: number | null | undefined) => void
}

const NO_PICKS: ReadonlyMap<string, boolean> = new Map()

/** What happens to the missing requirements. Those excluded before keep their reason. */
const missingAction = (
  { plan, found }: Preview,
  { kind, left, reason }: { kind: MissingActionKind; left: ReadonlySet<string>; reason: string },
): MissingAction | undefined => {
  if (kind === 'leave') return undefined
  const ids = missingOf(plan).flatMap(({ id }) => (left.has(id) ? [] : [id]))
  return kind === 'delete'
    ? { kind, ids }
    : { kind, reason, ids: ids.filter((id) => found.get(id)?.excluded === null) }
}

const planned = ({ creates, updates }: ImportPlan): number => creates.length + updates.length

const keptEdits = (plan: ImportPlan, left: ReadonlySet<string>): number =>
  editedOf(plan).filter(({ id }) => left.has(id)).length

/** The plan with what the person takes, and how to change that. */
const useChosen = (preview: Preview | null, fileName: string) => {
  const { t } = useLingui()
  const [picks, setPicks] = useState(NO_PICKS)
  const [kind, setKind] = useState<MissingActionKind>('leave')
  const reason = t`Not in ${fileName}`
  const left = useMemo(() => leftRows(preview?.plan ?? { updates: [] }, picks), [preview, picks])
  const chosen = useMemo(
    () =>
      preview === null
        ? null
        : chosenPlan(preview.plan, {
            left,
            missingAction: missingAction(preview, { kind, left, reason }),
          }),
    [preview, left, kind, reason],
  )
  const take = (keys: readonly string[], isTaken: boolean) =>
    setPicks((before) => new Map([...before, ...keys.map((key) => [key, isTaken] as const)]))
  return { left, take, kind, setKind, chosen }
}

export function StepPreview({ choice, target, onBack, onImport }: StepPreviewProps) {
  const { t } = useLingui()
  const { value: preview, failure } = usePreview(choice, target)
  const allowed = useMissingActions(target)
  const { left, take, kind, setKind, chosen } = useChosen(preview, choice.file.fileName)
  const [isRestWanted, setRestWanted] = useState(false)
  const [ownerId, setOwner] = useState<number | null>()
  const leftOut = preview === null || chosen === null ? 0 : planned(preview.plan) - planned(chosen)
  const reason = (): string | null => {
    if (chosen === null) return t`The file is still being compared with the document.`
    if (rowsToWrite(chosen) === 0 && leftOut > 0)
      return t`No row is included. Include the rows to import.`
    if (rowsToWrite(chosen) === 0)
      return t`Nothing to import. No row creates or changes a requirement.`
    return chosen.refusedRows > 0 && !isRestWanted
      ? t`Some rows cannot be imported. Correct the file, or select “Import the other rows”.`
      : null
  }
  return (
    <StepFrame
      title={t`Preview`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={reason()}
            onClick={() => chosen !== null && onImport(chosen, ownerId)}
          >
            <ImportWords plan={chosen} />
          </ExplainedButton>
        </>
      }
    >
      {failure !== null && <ReaderFailure words={failure} />}
      <div role="status">
        {failure !== null ? null : preview === null || chosen === null ? (
          <p>
            <Trans>Comparing the file with the document…</Trans>
          </p>
        ) : (
          <PreviewSummary preview={preview} left={leftOut} kept={keptEdits(preview.plan, left)} />
        )}
      </div>
      {preview !== null && (
        <>
          <ImportOwner {...target} ownerId={ownerId} onChange={setOwner} />
          <PreviewLists
            preview={preview}
            left={left}
            onTake={take}
            missing={{ action: kind, allowed, onAction: setKind }}
          />
          {preview.plan.refusedRows > 0 && (
            <Checkbox
              mt="sm"
              checked={isRestWanted}
              onChange={(event) => setRestWanted(event.currentTarget.checked)}
              label={t`Import the other rows`}
            />
          )}
        </>
      )}
    </StepFrame>
  )
}

function ImportWords({ plan }: { plan: ImportPlan | null }) {
  const action = plan?.missingAction
  return (
    <>
      <Plural
        value={plan === null ? 0 : plan.creates.length + plan.updates.length}
        _0="Import"
        one="Import # requirement"
        other="Import # requirements"
      />
      {action !== undefined && ', '}
      {action?.kind === 'delete' && (
        <Plural value={action.ids.length} one="delete #" other="delete #" />
      )}
      {action?.kind === 'exclude' && (
        <Plural value={action.ids.length} one="exclude #" other="exclude #" />
      )}
    </>
  )
}
