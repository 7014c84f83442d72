import { Button, Checkbox, Group, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { notifications } from '#schema/api/notification-service/notifications.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectVendor } from '#schema/entities/project.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { isOpenToVendors } from '#schema/rules/access/access.ts'
import { callsOf } from '../../lib/api.ts'
import { useRows } from '../../lib/project-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import parts from '../../ui/fields/form-parts.module.css'
import { messagesSent } from './use-messages.ts'

const calls = callsOf(notifications)
const TEXT = 'notice-text'
const TEAM = 'notice-team'

type Vendors = 'none' | 'all' | 'some'

interface SendNoticeDialogProps {
  project: ProjectSummary
  onClose: () => void
}

/** Sends a message, which everyone it is meant for gets as a notification. */
export function SendNoticeDialog({ project, onClose }: SendNoticeDialogProps) {
  const { t } = useLingui()
  const vendors = useRows(project.id, 'projectVendor', { projectId: project.id })
  const isOpen = isOpenToVendors(project) && vendors.length > 0
  const [text, setText] = useState('')
  const [isTeam, setTeam] = useState(true)
  const [to, setTo] = useState<Vendors>('none')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const errorOf = (id: string): string | null =>
    errors.find(({ inputId }) => inputId === id)?.text ?? null
  const isToNobody = !isTeam && (to === 'none' || (to === 'some' && chosen.length === 0))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = [
      ...(text.trim() === '' ? [{ inputId: TEXT, text: t`Enter the message.` }] : []),
      ...(isToNobody ? [{ inputId: TEAM, text: t`Choose who gets the message.` }] : []),
    ]
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      const some = to === 'some' && chosen.length > 0 ? { vendors: [...chosen] } : {}
      await calls.send({
        params: { id: project.id },
        body: { text: text.trim(), team: isTeam, ...(to === 'all' ? { vendors: 'all' } : some) },
      })
      messagesSent.emit(project.id)
      toast.success(t`Message sent`)
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Send message`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={parts.lead}>
          <Trans>
            Everyone you choose gets the message as a notification and finds it in the project. No
            vendor learns who else got it.
          </Trans>
        </p>
        <ErrorSummary errors={errors} />
        <Textarea
          id={TEXT}
          label={t`Message`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={errorOf(TEXT)}
          maxLength={FIELD_LIMITS.noticeText}
          autosize
          minRows={3}
          maxRows={10}
          required
          data-autofocus
        />
        <Checkbox
          id={TEAM}
          mt="md"
          mb="sm"
          label={t`The team`}
          checked={isTeam}
          onChange={(event) => setTeam(event.currentTarget.checked)}
          error={errorOf(TEAM)}
        />
        {isOpen ? (
          <ChoiceSwitch
            label={t`Vendors`}
            value={to}
            options={[
              { value: 'none', label: t`No vendor` },
              { value: 'all', label: t`All vendors` },
              { value: 'some', label: t`Some vendors` },
            ]}
            onChange={setTo}
          />
        ) : (
          <p className={parts.lead}>
            <Trans>Vendors can get messages once the project is published.</Trans>
          </p>
        )}
        {to === 'some' && <VendorChoices vendors={vendors} chosen={chosen} choose={setChosen} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>{t`Send message`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

function VendorChoices({
  vendors,
  chosen,
  choose,
}: {
  vendors: readonly ProjectVendor[]
  chosen: readonly number[]
  choose: (ids: readonly number[]) => void
}) {
  return (
    <div className={parts.choices}>
      {vendors.map(({ vendorId, name }) => (
        <Checkbox
          key={vendorId}
          label={name}
          checked={chosen.includes(vendorId)}
          onChange={(event) =>
            choose(
              event.currentTarget.checked
                ? [...chosen, vendorId]
                : chosen.filter((other) => other !== vendorId),
            )
          }
        />
      ))}
    </div>
  )
}
