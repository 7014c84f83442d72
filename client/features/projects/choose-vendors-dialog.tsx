import { Button, Checkbox, Group, Modal } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useRows } from '../../lib/project-store.ts'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { codeText, refusalText } from '../../ui/refusal-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import { transitionConfirmation, transitionLabel } from './transition-text.ts'

interface VendorChoice { value: number; label: string; contacts: number; primaryContact: string | null }

/** Leaving the draft, and later: who is asked to answer. */
export function ChooseVendorsDialog({ project, transition, onClose, onMoved }: MoveDialogProps) {
  const { t } = useLingui()
  const present = useRows(project.id, 'projectVendor', 'projectId', project.id)
  const [vendors, setVendors] = useState<readonly VendorChoice[] | null>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    api.organizations.vendors({ params: { id: String(project.organizationId) } }).then(setVendors, () => {
      setVendors([])
      setErrors([{ inputId: null, text: codeText('toast.vendors') }])
    })
  }, [project.organizationId])
  const offered = vendors?.filter((vendor) => !present.some((row) => row.vendorId === vendor.value)) ?? []
  const firstId = offered[0] === undefined ? null : `vendor-${offered[0].value}`

  const submit = async () => {
    if (chosen.length === 0) return setErrors([{ inputId: firstId, text: codeText('INVALID_INPUT') }])
    setBusy(true)
    setErrors([])
    const call = transition.effect === 'add-vendors' ? api.stateTransitions.addVendor : api.stateTransitions.moveToPreparation
    try {
      await call({ params: { id: project.id }, body: { vendorIds: [...chosen] } })
      onClose()
      onMoved()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={transitionLabel(transition)} closeButtonProps={{ 'aria-label': t`Close` }}>
      {transition.confirmation !== null && <p className={classes.lead}>{transitionConfirmation(transition)}</p>}
      <ErrorSummary errors={errors} />
      {vendors === null && <Skeleton lines={3} />}
      {vendors !== null && offered.length === 0 && <p><Trans>All vendors of your organization are already added.</Trans></p>}
      {offered.length > 0 && (
        <Checkbox.Group
          label={t`Vendors invited to answer`} value={chosen.map(String)} onChange={(values) => setChosen(values.map(Number))}
        >
          <ul className={classes.vendors}>
            {offered.map(({ value, label, contacts, primaryContact }) => (
              <li key={value}>
                <Checkbox
                  id={`vendor-${value}`} value={String(value)} label={label}
                  description={<><Plural value={contacts} one="# contact" other="# contacts" />{primaryContact !== null && ` · ${primaryContact}`}</>}
                />
              </li>
            ))}
          </ul>
        </Checkbox.Group>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button loading={isBusy} onClick={() => void submit()}>{transitionLabel(transition)}</Button>
      </Group>
    </Modal>
  )
}
