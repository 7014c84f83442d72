import { Button, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconLock } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useHome } from '../../lib/home-list.ts'
import { useSession } from '../../lib/session.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import classes from './organization.module.css'
import { usePeople } from './people-section.tsx'
import { ConsentPart } from './consent-part.tsx'
import parts from '../../ui/fields/form-parts.module.css'

const RestrictionsDialog = lazyDialog(() =>
  import('./restrictions-dialog.tsx').then((part) => part.RestrictionsDialog),
)

/**
 * Lets a vendor's primary contact invite, block and delete colleagues, and limit what each may see.
 */
export function CollaboratorsPage() {
  const { t } = useLingui()
  const session = useSession()
  const vendorId = session?.organizationId ?? 0
  const { projects } = useHome()
  const [projectId, setProject] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { inviteButton, list } = usePeople(vendorId, { isVendor: true })
  const mayRestrict = session?.permissions.includes('VENDOR_CONTACT_MANAGE') ?? false
  const chosen = projects.find(({ id }) => id === projectId) ?? projects[0]
  return (
    <Page title={t`Collaborators`} actions={inviteButton}>
      <ConsentPart />
      {mayRestrict && chosen !== undefined && (
        <section className={classes.section} aria-labelledby="who-sees">
          <h2 id="who-sees">
            <Trans>Access by person</Trans>
          </h2>
          <p className={parts.lead}>
            <Trans>
              You see all projects. Colleagues see only the projects and packages you share with
              them.
            </Trans>
          </p>
          <div className={`${classes.filters} ${classes.wide}`}>
            <Select
              size="xs"
              label={t`Project`}
              w="24.6em"
              value={chosen.id}
              onChange={setProject}
              data={projects.map(({ id, name }) => ({ value: id, label: name }))}
              allowDeselect={false}
            />
            <Button
              variant="default"
              leftSection={<IconLock size={15} aria-hidden />}
              onClick={() => setOpen(true)}
            >{t`Edit restrictions`}</Button>
          </div>
        </section>
      )}
      <section className={classes.section} aria-labelledby="colleagues">
        <h2 id="colleagues">
          <Trans>Contacts</Trans>
        </h2>
        <div className={classes.wide}>{list}</div>
      </section>
      <Suspense fallback={null}>
        {isOpen && chosen !== undefined && (
          <RestrictionsDialog
            projectId={chosen.id}
            projectName={chosen.name}
            vendorId={vendorId}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}
