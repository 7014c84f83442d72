import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { mutate } from '../../lib/mutate.ts'
import { projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { useProjectState, useRow, useUnsent } from '../../lib/project-store.ts'
import { Page } from '../../ui/pages/page.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import { DeleteProject } from './delete-project.tsx'
import classes from './settings-general-page.module.css'
import {
  AboutFields,
  CreditFields,
  type ProjectPatch,
  PublishingFields,
} from './settings-fields.tsx'
import notice from '../../ui/feedback/notice.module.css'

/** General settings of the project, saved while typing; works offline. */
export function SettingsGeneralPage({
  projectId,
  children,
}: {
  projectId: string
  children?: ReactNode
}) {
  const { t } = useLingui()
  const { summary, actor } = useProjectState(projectId)
  const project = useRow(projectId, 'project', projectId)
  const isUnsent = useUnsent(projectId, 'project', projectId)
  useUndoCommands(projectId)
  if (summary === undefined || actor === undefined || project === undefined) return null
  const refusal =
    projectOfferDenial('project.edit', { actor, project: summary, now: serverNow() })?.code ?? null
  const isReadOnly = refusal !== null
  const save = (patch: ProjectPatch) =>
    mutate('projects.update', { projectId, patch }, { scope: projectId }).catch((error: unknown) =>
      toast.error(error),
    )

  return (
    <Page
      title={t`Settings`}
      isNarrow
      toolbar={
        <span className={classes.state} role="status">
          {isUnsent ? t`Saved on this device, not sent yet` : t`Saved`}
        </span>
      }
    >
      {refusal !== null && <p className={notice.notice}>{codeText(refusal)}</p>}
      <AboutFields project={project} isReadOnly={isReadOnly} save={save} />
      <PublishingFields project={project} isReadOnly={isReadOnly} save={save} />
      <CreditFields project={project} isReadOnly={isReadOnly} save={save} />
      {children}
      <DeleteProject project={summary} />
    </Page>
  )
}
