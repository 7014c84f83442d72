import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { confirm } from '#client/ui/dialogs/confirm.tsx'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'

export type { ShownProblem } from './parameter-problems.ts'

const ParameterEditor = lazyPart(() =>
  import('./parameter-editor.tsx').then((part) => part.ParameterEditor),
)

interface ParameterDrawerProps {
  /** The requirements whose fields are edited; null = closed. */
  ids: readonly string[] | null
  projectId: string
  document: Document
  requirements: readonly Requirement[]
  reason: string | null
  onClose: () => void
}

/**
 * Edits the fields of one or many requirements: those that vendors answer and those that requestors
 * fill.
 */
export function ParameterDrawer(props: ParameterDrawerProps) {
  const { t } = useLingui()
  const [isDirty, setDirty] = useState(false)
  const close = async () => {
    const isLeaving =
      !isDirty ||
      (await confirm({
        title: t`Discard changes?`,
        body: t`Your changes to the fields have not been saved.`,
        confirmLabel: t`Discard changes`,
        danger: true,
      }))
    if (!isLeaving) return
    setDirty(false)
    props.onClose()
  }
  return (
    <Drawer
      keepsText
      title={t`Fields`}
      opened={props.ids !== null}
      onClose={() => void close()}
      size={720}
    >
      <Suspense fallback={null}>
        {props.ids !== null && (
          <ParameterEditor
            {...props}
            ids={props.ids}
            onClose={() => {
              setDirty(false)
              props.onClose()
            }}
            onDirty={setDirty}
          />
        )}
      </Suspense>
    </Drawer>
  )
}
