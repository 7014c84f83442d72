import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldValues } from '#schema/rules/answers/replaced.ts'
import { serverNow } from '../../lib/clock.ts'
import { mutate } from '../../lib/mutate.ts'
import { projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { useProjectState, useRow, useUnsent } from '../../lib/project-store.ts'
import { Page } from '../../ui/pages/page.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { mutateTyped } from '../../ui/feedback/tell-replaced-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import { DeleteProject } from './delete-project.tsx'
import classes from './settings-general-page.module.css'
import { parseTags } from './tags.ts'
import {
  AboutFields,
  CreditFields,
  type ProjectPatch,
  type ProjectText,
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
  const options = { scope: projectId, undoLabel: t`Edit settings` }
  const fail = (error: unknown) => toast.error(error)
  const save = (patch: ProjectPatch) =>
    mutate('projects.update', { projectId, patch }, options).catch(fail)
  const saveText = (field: ProjectText, text: string, over: string) =>
    mutateTyped(
      {
        name: 'projects.update',
        row: { entity: 'project', id: projectId },
        over: { [field]: over },
        given: { [field]: text },
        argsOf: (texts) => ({ projectId, patch: patchOf(texts) }),
      },
      options,
    ).catch(fail)

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
      <AboutFields {...{ project, isReadOnly, save, saveText }} />
      <PublishingFields project={project} isReadOnly={isReadOnly} save={save} />
      <CreditFields project={project} isReadOnly={isReadOnly} save={save} />
      {children}
      <DeleteProject project={summary} />
    </Page>
  )
}

const patchOf = (texts: FieldValues): ProjectPatch =>
  Object.fromEntries(
    Object.entries(texts).map(([field, value]) => {
      const text = String(value ?? '')
      return [field, field === 'tags' ? parseTags(text) : text]
    }),
  )
