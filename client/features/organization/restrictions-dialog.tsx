import { Button, Checkbox, Group, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Member } from '#schema/api/users-service/members.ts'
import type { ProjectRestrictions } from '#schema/api/users-service/vendors.ts'
import { api } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { memberCalls, restrictionCalls } from './calls.ts'
import classes from './organization.module.css'
import parts from '../../ui/fields/form-parts.module.css'

interface RestrictionsDialogProps {
  projectId: string
  projectName: string
  vendorId: number
  onClose: () => void
}
interface Package {
  id: string
  name: string
}

/** Sets which packages of a project each colleague may see. */
export function RestrictionsDialog({
  projectId,
  projectName,
  vendorId,
  onClose,
}: RestrictionsDialogProps) {
  const { t } = useLingui()
  const loaded = useRemote(`${projectId} ${vendorId}`, async () => {
    const [granted, packages, people] = await Promise.all([
      restrictionCalls.get({ params: { id: projectId, vendorId: String(vendorId) } }),
      api.projects.packages({ params: { id: projectId } }),
      memberCalls.list({ params: { id: String(vendorId) }, body: { pageSize: 200 } }),
    ])
    return { granted, packages, people: people.items }
  })
  return (
    <Dialog onClose={onClose} size="lg" title={t`Restrictions in ${projectName}`}>
      <RemotePart remote={loaded}>
        {({ granted, packages, people }) => (
          <Grants
            projectId={projectId}
            granted={granted}
            packages={packages}
            people={people}
            onClose={onClose}
          />
        )}
      </RemotePart>
    </Dialog>
  )
}

interface GrantsProps {
  projectId: string
  granted: ProjectRestrictions
  packages: readonly Package[]
  people: readonly Member[]
  onClose: () => void
}

function Grants({ projectId, granted, packages, people, onClose }: GrantsProps) {
  const { t } = useLingui()
  const colleagues = people.filter(({ isPrimaryContact }) => !isPrimaryContact)
  const ids = new Set(packages.map(({ id }) => id))
  const [grants, setGrants] = useState<ReadonlyMap<number, readonly string[] | null>>(
    () =>
      new Map(
        granted.users.map(({ userId, packageIds }) => [
          userId,
          packageIds?.filter((id) => ids.has(id)) ?? null,
        ]),
      ),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const put = (userId: number, packageIds: readonly string[] | null | undefined) => {
    const next = new Map(grants)
    if (packageIds === undefined) next.delete(userId)
    else next.set(userId, packageIds)
    setGrants(next)
  }
  const save = async () => {
    const known = new Set(people.map(({ userId }) => userId))
    const users = [...grants]
      .filter(([userId]) => known.has(userId))
      .map(([userId, packageIds]) => ({
        userId,
        packageIds: packageIds === null ? null : [...packageIds],
      }))
    try {
      await restrictionCalls.set({
        params: { id: projectId },
        body: { vendorId: granted.vendorId, users },
      })
      toast.success(t`Restrictions saved`)
      onClose()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  if (colleagues.length === 0)
    return (
      <p>
        <Trans>No colleagues yet. Invite one first.</Trans>
      </p>
    )
  return (
    <>
      <ErrorSummary errors={problem === null ? [] : [{ inputId: null, text: problem }]} />
      {colleagues.map(({ userId, name }) => {
        const given = grants.get(userId)
        const kind = given === undefined ? 'none' : given === null ? 'all' : 'some'
        return (
          <fieldset key={userId} className={classes.grant}>
            <legend>{name}</legend>
            <Select
              aria-label={t`What ${name} can see`}
              value={kind}
              allowDeselect={false}
              data={[
                { value: 'all', label: t`All packages` },
                { value: 'some', label: t`Some packages` },
                { value: 'none', label: t`No access to the project` },
              ]}
              onChange={(value) =>
                put(userId, value === 'all' ? null : value === 'some' ? [] : undefined)
              }
            />
            {given != null && (
              <Checkbox.Group
                label={t`Packages ${name} can see`}
                labelProps={{ className: 'visually-hidden' }}
                value={[...given]}
                onChange={(value) => put(userId, value)}
              >
                <div className={parts.choices}>
                  {packages.map((one) => (
                    <Checkbox key={one.id} value={one.id} label={one.name} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          </fieldset>
        )
      })}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </>
  )
}
