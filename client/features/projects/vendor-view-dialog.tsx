import { Button, Checkbox, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRows } from '../../lib/project-store.ts'
import { enterVendorView } from '../../lib/enter-vendor-view.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import parts from '../../ui/fields/form-parts.module.css'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'

interface VendorViewDialogProps {
  projectId: string
  onClose: () => void
}

/** Chooses the packages of the vendor as whom the team sees the project. */
export function VendorViewDialog({ projectId, onClose }: VendorViewDialogProps) {
  const { t } = useLingui()
  const packages = useRows(projectId, 'package', { projectId })
  const [isWhole, setWhole] = useState(true)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const view = () => {
    enterVendorView(projectId, isWhole ? null : chosen).catch((error: unknown) =>
      toast.error(error),
    )
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t`View as vendor`}>
      <p className={parts.lead}>
        <Trans>
          You see the project, its documents and forms as a vendor would. Nothing of a real vendor
          is shown, and nothing you enter is saved or sent.
        </Trans>
      </p>
      <ChoiceSwitch
        label={t`Packages the vendor sees`}
        value={isWhole ? 'all' : 'some'}
        options={[
          { value: 'all', label: t`All packages` },
          { value: 'some', label: t`Some packages` },
        ]}
        onChange={(value) => setWhole(value === 'all')}
      />
      {!isWhole && (
        <div className={parts.choices}>
          {packages.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked
                    ? [...chosen, id]
                    : chosen.filter((other) => other !== id),
                )
              }
            />
          ))}
        </div>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <ExplainedButton
          reason={!isWhole && chosen.length === 0 ? t`Choose at least one package.` : null}
          onClick={view}
        >
          {t`View as vendor`}
        </ExplainedButton>
      </Group>
    </Dialog>
  )
}
