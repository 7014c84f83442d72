import { useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { lazyOverlay, lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { BoardActions } from './board-actions.tsx'
import type { OverridesDialogOf } from './import-overrides-button.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { BoardSummary } from './board-summary.tsx'
import { Legend } from './legend.tsx'
import { Matrix } from './matrix.tsx'
import { matrixRows } from './matrix-rows.ts'
import { ChangedAfterOpening } from './scoring-changes.tsx'
import { PrintReport } from './print-report.tsx'
import { useEvidence } from './use-evidence.ts'
import { useEvaluation } from './use-evaluation.ts'
import { useTakeBack } from './use-take-back.ts'
import { useMatrixView, useMatrixVendorColumns } from './use-matrix-view.ts'
import { startWhatIf, withWeight } from './what-if.ts'
import type { WhatIf } from './what-if.ts'
import { WhatIfBar } from './what-if-bar.tsx'
import classes from './board.module.css'

const EvidenceDrawer = lazyOverlay(
  () => import('./evidence-drawer.tsx').then((part) => part.EvidenceDrawer),
  ({ target, onClose }) => ({ opened: target !== null, close: onClose }),
)
const EvidencePanel = lazyPart(() =>
  import('./evidence-panel.tsx').then((part) => part.EvidencePanel),
)

interface EvaluatedProject {
  project: Project
  actor: ProjectActor
}
interface EvaluationBoardProps extends EvaluatedProject {
  overridesDialog: OverridesDialogOf
}

/** The evaluation of a project: the scores of all vendors and the evidence behind each score. */
export function EvaluationBoard({ project, actor, overridesDialog }: EvaluationBoardProps) {
  const { t } = useLingui()
  const view = useMatrixView(project.id)
  const takeBack = useTakeBack(project.id)
  const board = useBoard(project, view)
  const { saved, tried, shown, columns, compared, rows, whatIf, setWhatIf } = board
  const evidence = useEvidence(compared[0]?.vendorId)
  const split = useRef<HTMLDivElement>(null)
  const backToMatrix = useCallback(() => {
    split.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  }, [])
  const { isDocked } = evidence
  useCommand({
    id: 'evaluation.evidence',
    group: t`Evaluation`,
    when: evidence.isWide,
    run: evidence.toggle,
    label: isDocked ? t`Close the evidence` : t`Show the evidence beside the scores`,
  })
  if (board.isReading)
    return (
      <Page title={t`Evaluation`}>
        <p role="status">{t`Loading the evaluation…`}</p>
      </Page>
    )
  return (
    <Page
      title={t`Evaluation`}
      isFlush
      toolbar={
        <BoardToolbar view={view} columns={columns} releases={saved.prepared.rows.releases} />
      }
      actions={
        <BoardActions
          project={project}
          actor={actor}
          overridesDialog={overridesDialog}
          evaluation={saved}
          whatIf={whatIf}
          onTakeBack={takeBack}
          readSeen={readSeen(project, view, board)}
          onWhatIf={() => setWhatIf(whatIf ? null : startWhatIf(saved))}
        />
      }
    >
      <BoardSummary
        project={project}
        evaluation={shown}
        view={view}
        lineCount={rows.length}
        isWhatIf={whatIf !== null}
      />
      <ChangedAfterOpening project={project} />
      {whatIf && (
        <WhatIfBar
          project={project}
          actor={actor}
          evaluation={saved}
          whatIf={whatIf}
          onChange={setWhatIf}
        />
      )}
      <div ref={split} className={classes.split} data-docked={isDocked || undefined}>
        <Matrix
          evaluation={shown}
          saved={tried && saved}
          rows={rows}
          columns={compared}
          sort={view.sort}
          onSort={view.sortBy}
          onToggle={view.toggle}
          onOpen={evidence.open}
          onFollow={evidence.follow}
          onEscape={isDocked ? evidence.close : null}
          onWeight={whatIf && board.setWeight}
          onTakeBack={takeBack}
        />
        <DockedEvidence {...{ project, actor, board, evidence }} onLeave={backToMatrix} />
      </div>
      <Legend isDocked={isDocked} />
      <OverlaidEvidence {...{ project, actor, board, evidence }} />
      <PrintReport
        project={project}
        evaluation={shown}
        saved={tried && saved}
        rows={rows}
        columns={compared}
        view={view}
      />
    </Page>
  )
}

/** Computes the saved evaluation, the one of a what-if, and the rows of the matrix. */
const useBoard = (project: Project, view: ReturnType<typeof useMatrixView>) => {
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null)
  const { saved, tried, isReading } = useEvaluation({
    projectId: project.id,
    lens: view.lens,
    settings: project.evaluation,
    whatIf,
  })
  const shown = tried ?? saved
  const columns = useMatrixVendorColumns(saved.prepared.vendors, view.choice)
  const compared = useMemo(() => columns.filter((column) => column.isShown), [columns])
  const { level, toggled, differencesOnly, sort } = view
  const rows = useMemo(
    () =>
      matrixRows(shown, {
        level,
        toggled,
        differencesOnly,
        sort,
        vendors: compared.map((column) => column.position),
      }),
    [shown, level, toggled, differencesOnly, sort, compared],
  )
  const setWeight = useCallback((kind: 'package' | 'document', id: string, weight: number) => {
    setWhatIf((before) => before && withWeight(before, { kind, id }, weight))
  }, [])
  return { whatIf, setWhatIf, setWeight, saved, tried, isReading, shown, columns, compared, rows }
}

/** Reads the matrix as it is shown. */
const readSeen =
  (
    { name }: Project,
    { lens }: ReturnType<typeof useMatrixView>,
    { shown, whatIf, rows, compared }: ReturnType<typeof useBoard>,
  ) =>
  () =>
    import('./seen-matrix.ts').then((part) =>
      part.seenMatrix({
        ...{ projectName: name, evaluation: shown, lens, rows },
        isWhatIf: whatIf !== null,
        columns: compared,
      }),
    )

interface EvidenceProps extends EvaluatedProject {
  board: ReturnType<typeof useBoard>
  evidence: ReturnType<typeof useEvidence>
}

/** Places the evidence beside the matrix. */
function DockedEvidence(props: EvidenceProps & { onLeave: () => void }) {
  const { project, actor, board, evidence, onLeave } = props
  const { isDocked, target } = evidence
  return (
    <Suspense fallback={null}>
      {isDocked && target !== null && (
        <EvidencePanel
          project={project}
          actor={actor}
          evaluation={board.shown}
          columns={board.columns}
          target={target}
          onTarget={evidence.show}
          panel={evidence.panel}
          width={evidence.width}
          onWidth={evidence.setWidth}
          onClose={evidence.close}
          onLeave={onLeave}
        />
      )}
    </Suspense>
  )
}

/** Places the evidence in a drawer over the matrix on narrow screens. */
function OverlaidEvidence({ project, actor, board, evidence }: EvidenceProps) {
  return (
    <Suspense fallback={null}>
      {evidence.isEverOver && (
        <EvidenceDrawer
          project={project}
          actor={actor}
          evaluation={board.shown}
          columns={board.columns}
          target={evidence.isOver ? evidence.target : null}
          onTarget={evidence.show}
          onClose={evidence.close}
        />
      )}
    </Suspense>
  )
}
