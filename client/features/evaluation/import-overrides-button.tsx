import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconFileImport } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { whyNot } from './why-not.ts'

/** The dialog belongs to another feature, so the route passes it. */
export type OverridesDialogOf = (props: { projectId: string; onClose: () => void }) => ReactNode

interface ImportOverridesButtonProps {
  project: Project
  actor: ProjectActor
  dialog: OverridesDialogOf
}

/** Brings in answers from a file as overrides; shown to those who may override. */
export function ImportOverridesButton({ project, actor, dialog }: ImportOverridesButtonProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const mayOverride = whyNot(actor, 'override.write', { state: project.state }) === null
  useCommand({
    id: 'evaluation.import-overrides',
    label: t`Import overrides`,
    group: t`Evaluation`,
    run: () => setOpen(true),
    when: mayOverride,
  })
  if (!mayOverride) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Import overrides…`}
      </Button>
      <Suspense fallback={null}>
        {isOpen && dialog({ projectId: project.id, onClose: () => setOpen(false) })}
      </Suspense>
    </>
  )
}
