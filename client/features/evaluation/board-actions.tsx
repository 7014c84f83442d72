import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconAdjustments, IconFileText, IconPrinter, IconScale } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import type { ReadSeen } from '#client/lib/asked-export.ts'
import { useUndo } from '#client/lib/mutate.ts'
import { ExportSeenButton } from '#client/ui/elements/export-seen-button.tsx'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { ImportOverridesButton, type OverridesDialogOf } from './import-overrides-button.tsx'
import type { WhatIf } from './what-if.ts'

const SettingsDialog = lazyDialog(() =>
  import('./settings-dialog.tsx').then((part) => part.SettingsDialog),
)
const ReportDialog = lazyDialog(() =>
  import('./report/report-dialog.tsx').then((part) => part.ReportDialog),
)

interface BoardActionsProps {
  overridesDialog: OverridesDialogOf
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  whatIf: WhatIf | null
  onWhatIf: () => void
  onTakeBack: () => void
  /** Reads the matrix as it is shown. */
  readSeen: ReadSeen
}

export function BoardActions({
  project,
  actor,
  evaluation,
  whatIf,
  onWhatIf,
  onTakeBack,
  readSeen,
  overridesDialog,
}: BoardActionsProps) {
  const { t } = useLingui()
  const [isSettings, setSettings] = useState(false)
  const [isReport, setReport] = useState(false)
  const whatIfLabel = whatIf === null ? t`What if…` : t`End what-if`
  const group = t`Evaluation`
  useCommand({ id: 'evaluation.what-if', label: t`Try other weights`, group, run: onWhatIf })
  useCommand({
    id: 'evaluation.settings',
    label: t`Scoring rules`,
    group,
    run: () => setSettings(true),
  })
  const { canUndo, label } = useUndo(project.id)
  useCommand({
    id: 'evaluation.undo',
    label: t`Undo: ${label}`,
    group,
    run: onTakeBack,
    when: canUndo,
  })
  useCommand({
    id: 'evaluation.print',
    label: t`Print the evaluation`,
    group,
    run: () => window.print(),
  })
  useCommand({
    id: 'evaluation.report',
    label: t`Make a report of the evaluation`,
    group,
    run: () => setReport(true),
  })
  return (
    <>
      <ImportOverridesButton {...{ project, actor }} dialog={overridesDialog} />
      <Button
        variant="default"
        leftSection={<IconAdjustments size={15} aria-hidden />}
        onClick={() => setSettings(true)}
      >
        {t`Scoring rules`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={15} aria-hidden />}
        onClick={() => window.print()}
      >
        {t`Print`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileText size={15} aria-hidden />}
        onClick={() => setReport(true)}
      >
        {t`Report…`}
      </Button>
      <ExportSeenButton read={readSeen} />
      <Button
        variant={whatIf === null ? 'filled' : 'default'}
        leftSection={<IconScale size={15} aria-hidden />}
        onClick={onWhatIf}
      >
        {whatIfLabel}
      </Button>
      <Suspense fallback={null}>
        {isReport && (
          <ReportDialog
            project={project}
            evaluation={evaluation}
            onClose={() => setReport(false)}
          />
        )}
        {isSettings && (
          <SettingsDialog
            project={project}
            actor={actor}
            evaluation={evaluation}
            onClose={() => setSettings(false)}
          />
        )}
      </Suspense>
    </>
  )
}
