import { Button, Checkbox, Group } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Document, Package } from '#schema/entities/structure.ts'
import { useRows } from '../../lib/project-store.ts'
import { assignedTo, type TeamMember } from '../../lib/assigned-to.ts'
import { useTeam } from '../../lib/team.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PeopleStack } from '../../ui/elements/people-stack.tsx'
import { assign } from './assign.ts'
import { OwnerField } from './person-fields.tsx'
import classes from './assign-dialog.module.css'

/** Assigns several packages and documents to one person, as one undo. */
export function AssignManyDialog({
  projectId,
  onClose,
}: {
  projectId: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const team = useTeam(projectId)
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const [ownerId, setOwner] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const turn = (id: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const unassigned = documents.filter((row) => assignedTo(row, team).owner === null)
  const save = async () => {
    const idsOf = (rows: readonly { id: string }[]) =>
      rows.map(({ id }) => id).filter((id) => chosen.has(id))
    const isSaved = await assign({
      projectId,
      ownerId,
      packageIds: idsOf(packages),
      documentIds: idsOf(documents),
      members: null,
    })
    if (isSaved) onClose()
  }
  const line = (row: Package | Document, isNested: boolean) => (
    <Line
      key={row.id}
      row={row}
      team={team}
      isNested={isNested}
      isChosen={chosen.has(row.id)}
      onTurn={turn}
    />
  )
  return (
    <Dialog onClose={onClose} title={t`Assign several`} size="lg">
      <p className={classes.lead}>
        <Trans>The owner of a package works in all its documents.</Trans>
      </p>
      <OwnerField team={team} ownerId={ownerId} onChange={setOwner} />
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setChosen(new Set(unassigned.map(({ id }) => id)))}
        >{t`Select unassigned documents`}</Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setChosen(new Set())}
        >{t`Select none`}</Button>
      </div>
      <div className={classes.tree} role="group" aria-label={t`Packages and documents`}>
        {packages.flatMap((one) => [
          line(one, false),
          ...documents
            .filter(({ packageId }) => packageId === one.id)
            .map((document) => line(document, true)),
        ])}
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button disabled={chosen.size === 0} onClick={() => void save()}>
          <Plural value={chosen.size} one="Assign # item" other="Assign # items" />
        </Button>
      </Group>
    </Dialog>
  )
}

interface LineProps {
  row: Package | Document
  team: readonly TeamMember[]
  isNested: boolean
  isChosen: boolean
  onTurn: (id: string, isOn: boolean) => void
}

function Line({ row, team, isNested, isChosen, onTurn }: LineProps) {
  return (
    <div className={classes.line} data-nested={isNested || undefined}>
      <Checkbox
        label={row.name}
        checked={isChosen}
        onChange={(event) => onTurn(row.id, event.currentTarget.checked)}
      />
      <PeopleStack {...assignedTo(row, team)} />
    </div>
  )
}
