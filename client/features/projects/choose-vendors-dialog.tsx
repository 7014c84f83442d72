import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { api } from '../../lib/api.ts'
import { useRows } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import { type NamedVendor, NewVendorForm } from './new-vendor-form.tsx'
import { transitionConfirmation, transitionLabel } from './transition-text.ts'
import {
  chosenBody,
  type ChosenVendors,
  missingContacts,
  type OfferedVendor,
} from './chosen-vendors.ts'
import { VendorChoices } from './vendor-choices.tsx'

/** What the form below the list does: nothing, create a vendor, or invite a vendor's contact. */
type FormFor = 'nothing' | 'new' | NamedVendor

/** Chooses the vendors to invite, when the project leaves the draft state and later. */
export function ChooseVendorsDialog({ project, transition, onClose, onMoved }: MoveDialogProps) {
  const { t } = useLingui()
  const session = useSession()
  const offlineReason = useOfflineReason()
  const present = useRows(project.id, 'projectVendor', { projectId: project.id })
  const [chosen, setChosen] = useState<ChosenVendors>(new Map())
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const [formFor, setFormFor] = useState<FormFor>('nothing')
  const { newVendor, returnFocusTo } = useFocusReturn(formFor)
  const { vendors, addVendor, countInvited } = useVendors(project.organizationId, setErrors)
  const offered =
    vendors?.filter((vendor) => !present.some((row) => row.vendorId === vendor.value)) ?? []
  const isOwn = session?.organizationId === project.organizationId
  const mayCreate = isOwn && session.permissions.includes('VENDOR_CREATE')
  const mayInvite = isOwn && session.permissions.includes('VENDOR_CONTACT_INVITE')

  const submit = async () => {
    if (formFor !== 'nothing')
      return setErrors([{ inputId: null, text: t`Finish or cancel the form of the vendor first.` }])
    const problems = missingContacts(offered, chosen)
    if (problems.length > 0) return setErrors(problems)
    setBusy(true)
    setErrors([])
    const call =
      transition.effect === 'add-vendors'
        ? api.stateTransitions.addVendor
        : api.stateTransitions.moveToPreparation
    try {
      await call({ params: { id: project.id }, body: chosenBody(offered, chosen) })
      onClose()
      onMoved()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  const closeForm = (vendor: NamedVendor | null) => {
    returnFocusTo(vendor)
    setErrors([])
    setFormFor('nothing')
  }
  const addCreated = (vendor: NamedVendor) => {
    addVendor(vendor)
    setChosen((before) => new Map([...before, [vendor.id, []]]))
    setErrors([])
  }
  return (
    <Dialog onClose={onClose} title={transitionLabel(transition)}>
      {transition.confirmation !== null && (
        <p className={classes.lead}>{transitionConfirmation(transition)}</p>
      )}
      <ErrorSummary errors={errors} />
      {vendors === null && <Skeleton lines={3} />}
      {vendors !== null && offered.length === 0 && (
        <p>
          <Trans>All vendors of your organization are already added.</Trans>
        </p>
      )}
      {offered.length > 0 && (
        <VendorChoices
          offered={offered}
          chosen={chosen}
          onChoose={setChosen}
          onInvite={mayInvite && offlineReason === null ? setFormFor : null}
        />
      )}
      {formFor === 'nothing' && mayCreate && vendors !== null && (
        <div ref={newVendor} className={classes.newVendor}>
          <ExplainedButton
            variant="default"
            reason={offlineReason}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setFormFor('new')}
          >
            {t`New vendor`}
          </ExplainedButton>
        </div>
      )}
      {formFor !== 'nothing' && (
        <NewVendorForm
          key={formFor === 'new' ? 'new' : formFor.id}
          organizationId={project.organizationId}
          vendor={formFor === 'new' ? null : formFor}
          mayInvite={mayInvite}
          onCreated={addCreated}
          onInvited={countInvited}
          onClose={closeForm}
        />
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button loading={isBusy} onClick={() => void submit()}>
          {transitionLabel(transition)}
        </Button>
      </Group>
    </Dialog>
  )
}

/**
 * Moves the focus when the form closes: to its vendor in the list, else to the button that opened
 * it.
 */
const useFocusReturn = (
  formFor: FormFor,
): {
  newVendor: RefObject<HTMLDivElement | null>
  returnFocusTo: (vendor: NamedVendor | null) => void
} => {
  const newVendor = useRef<HTMLDivElement>(null)
  const returnTo = useRef<NamedVendor | null | undefined>(undefined)
  useEffect(() => {
    if (formFor !== 'nothing' || returnTo.current === undefined) return
    const box =
      returnTo.current === null ? null : document.getElementById(`vendor-${returnTo.current.id}`)
    const opener = box ?? newVendor.current?.querySelector('button')
    opener?.focus()
    returnTo.current = undefined
  }, [formFor])
  return {
    newVendor,
    returnFocusTo: (vendor) => {
      returnTo.current = vendor
    },
  }
}

/**
 * The organization's vendors, including those created or invited in this dialog; null = loading.
 */
const useVendors = (organizationId: number, setErrors: (errors: readonly FieldError[]) => void) => {
  const [vendors, setVendors] = useState<readonly OfferedVendor[] | null>(null)
  useEffect(() => {
    api.organizations.vendors({ params: { id: String(organizationId) } }).then(setVendors, () => {
      setVendors([])
      setErrors([{ inputId: null, text: codeText('toast.vendors') }])
    })
  }, [organizationId, setErrors])
  const addVendor = ({ id, name }: NamedVendor) =>
    setVendors((before) => [
      ...(before ?? []),
      { value: id, label: name, contacts: 0, people: [], primaryContact: null, invited: 0 },
    ])
  const countInvited = ({ id }: NamedVendor, addresses: readonly string[]) =>
    setVendors(
      (before) =>
        before?.map((one) =>
          one.value === id ? { ...one, invited: one.invited + addresses.length } : one,
        ) ?? null,
    )
  return { vendors, addVendor, countInvited }
}
