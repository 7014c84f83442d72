import { Button, Group, Modal } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Question } from './confirm.tsx'

export function ConfirmDialog({ question }: { question: Question }) {
  const { t } = useLingui()
  const { title, body, confirmLabel, refuseLabel, danger, answer } = question
  return (
    <Modal opened onClose={() => answer('later')} title={title} closeButtonProps={{ 'aria-label': t`Close` }} zIndex={300}>
      <div>{body}</div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => answer('no')} data-autofocus={danger || undefined}>{refuseLabel ?? t`Cancel`}</Button>
        <Button color={danger ? 'red' : undefined} onClick={() => answer('yes')} data-autofocus={danger ? undefined : true}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
