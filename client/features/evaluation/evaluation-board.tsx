import { useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { lazyOverlay } from '#client/ui/lazy-part.tsx'
import { Page } from '#client/ui/page.tsx'
import { useEver } from '#client/ui/use-ever.ts'
import { BoardActions } from './board-actions.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { BoardSummary } from './board-summary.tsx'
import type { EvidenceTarget } from './evidence-drawer.tsx'
import { Legend } from './legend.tsx'
import { Matrix } from './matrix.tsx'
import { matrixRows } from './matrix-rows.ts'
import type { NodeRef } from './node-names.ts'
import { ChangedAfterOpening } from './scoring-changes.tsx'
import { PrintReport } from './print-report.tsx'
import { useEvaluation } from './use-evaluation.ts'
import { useTakeBack } from './use-take-back.ts'
import { useMatrixView, useVendorColumns } from './use-matrix-view.ts'
import { startWhatIf, withWeight } from './what-if.ts'
import type { WhatIf } from './what-if.ts'
import { WhatIfBar } from './what-if-bar.tsx'

const EvidenceDrawer = lazyOverlay(() => import('./evidence-drawer.tsx').then((part) => part.EvidenceDrawer), ({ target, onTarget }) => ({ opened: target !== null, close: () => onTarget(null) }))

interface EvaluationBoardProps { project: Project; actor: ProjectActor }

export function EvaluationBoard({ project, actor }: EvaluationBoardProps) {
  const { t } = useLingui()
  const view = useMatrixView(project.id)
  const takeBack = useTakeBack(project.id)
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null)
  const [target, setTarget] = useState<EvidenceTarget | null>(null)
  const shownTarget = useDeferredValue(target)
  const isLookedInto = useEver(shownTarget !== null)
  const { saved, tried, isReading } = useEvaluation({ projectId: project.id, lens: view.lens, settings: project.evaluation, whatIf })
  const shown = tried ?? saved
  const columns = useVendorColumns(saved.prepared.vendors, view.choice)
  const compared = useMemo(() => columns.filter((column) => column.isShown), [columns])
  const { level, toggled, differencesOnly, sort } = view
  const rows = useMemo(
    () => matrixRows(shown, { level, toggled, differencesOnly, sort, vendors: compared.map((column) => column.position) }),
    [shown, level, toggled, differencesOnly, sort, compared],
  )
  const open = useCallback((node: NodeRef, vendorId: number, intent: EvidenceTarget['intent']) => setTarget({ node, vendorId, intent }), [])
  const setWeight = useCallback((kind: 'package' | 'document', id: string, weight: number) => {
    setWhatIf((before) => before && withWeight(before, kind, id, weight))
  }, [])
  if (isReading) return <Page title={t`Evaluation`}><p role="status">{t`Loading the evaluation…`}</p></Page>
  return (
    <Page
      title={t`Evaluation`} isFlush
      toolbar={<BoardToolbar view={view} columns={columns} releases={saved.prepared.rows.releases} />}
      actions={
        <BoardActions
          project={project} actor={actor} evaluation={saved} whatIf={whatIf} onTakeBack={takeBack}
          onWhatIf={() => setWhatIf(whatIf ? null : startWhatIf(saved))}
        />
      }
    >
      <BoardSummary project={project} evaluation={shown} view={view} lineCount={rows.length} isWhatIf={whatIf !== null} />
      <ChangedAfterOpening project={project} />
      {whatIf && <WhatIfBar project={project} actor={actor} evaluation={saved} whatIf={whatIf} onChange={setWhatIf} />}
      <Matrix
        evaluation={shown} saved={tried && saved} rows={rows} columns={compared} sort={sort} onSort={view.sortBy} onToggle={view.toggle}
        onOpen={open} onWeight={whatIf && setWeight} onTakeBack={takeBack}
      />
      <Legend />
      <Suspense fallback={null}>
        {isLookedInto && (
          <EvidenceDrawer project={project} actor={actor} evaluation={shown} columns={columns} target={shownTarget} onTarget={setTarget} />
        )}
      </Suspense>
      <PrintReport project={project} evaluation={shown} saved={tried && saved} rows={rows} columns={compared} view={view} />
    </Page>
  )
}
