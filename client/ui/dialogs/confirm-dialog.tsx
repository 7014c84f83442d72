import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog } from './dialog.tsx'
import type { DialogQuestion } from './question.ts'

export function ConfirmDialog({ question }: { question: DialogQuestion }) {
  const { t } = useLingui()
  const { title, body, confirmLabel, refuseLabel, danger, answer } = question
  return (
    <Dialog onClose={() => answer('later')} title={title} zIndex={300}>
      <div>{body}</div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => answer('no')} data-autofocus={danger || undefined}>
          {refuseLabel ?? t`Cancel`}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          onClick={() => answer('yes')}
          data-autofocus={danger ? undefined : true}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
