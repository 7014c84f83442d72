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
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { OwnerField } from '../../ui/fields/owner-field.tsx'
import { MembersField } from './person-fields.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './assign-dialog.module.css'

/** The choices of the dialog, and what saving them changes. */
const useManyAssignment = (projectId: string, onSaved: () => void) => {
  const team = useTeam(projectId)
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const [isOwnerSet, setOwnerSet] = useState(true)
  const [ownerId, setOwner] = useState<number | null>(null)
  const [members, setMembers] = useState<ReadonlySet<number>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const idsOf = (rows: readonly { id: string }[]) =>
    rows.map(({ id }) => id).filter((id) => chosen.has(id))
  const memberChanges = documents
    .filter(({ id }) => chosen.has(id))
    .map((row) => {
      const owner = isOwnerSet ? ownerId : row.ownerId
      const former = new Set([...(row.members ?? []), owner])
      return {
        documentId: row.id,
        added: [...members].filter((userId) => !former.has(userId)),
        removed: [],
      }
    })
  const changesNothing =
    chosen.size === 0 || (!isOwnerSet && memberChanges.every(({ added }) => added.length === 0))
  const save = async () => {
    const isSaved = await assign({
      projectId,
      ownerId: isOwnerSet ? ownerId : undefined,
      packageIds: idsOf(packages),
      documentIds: idsOf(documents),
      memberChanges,
    })
    if (isSaved) onSaved()
  }
  const turn = (id: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return {
    ...{ team, packages, documents, chosen, setChosen, turn, changesNothing, save },
    ...{ isOwnerSet, setOwnerSet, ownerId, setOwner, members, setMembers },
  }
}

/** Gives several packages and documents an owner, and documents members, as one undo. */
export function AssignManyDialog({
  projectId,
  onClose,
}: {
  projectId: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const draft = useManyAssignment(projectId, onClose)
  const { team, packages, documents, chosen, setChosen, isOwnerSet, ownerId } = draft
  const unassigned = documents.filter((row) => assignedTo(row, team).owner === null)
  const line = (row: Package | Document, isNested: boolean) => (
    <Line
      key={row.id}
      row={row}
      team={team}
      isNested={isNested}
      isChosen={chosen.has(row.id)}
      onTurn={draft.turn}
    />
  )
  return (
    <Dialog onClose={onClose} title={t`Assign several`} size="lg">
      <p className={classes.lead}>
        <Trans>The owner of a package works in all its documents.</Trans>
      </p>
      <Group mb="sm">
        <ChoiceSwitch
          label={t`Owner`}
          value={isOwnerSet ? 'set' : 'keep'}
          options={[
            { value: 'set', label: t`Set the owner` },
            { value: 'keep', label: t`Keep the owners` },
          ]}
          onChange={(value) => draft.setOwnerSet(value === 'set')}
        />
      </Group>
      {isOwnerSet && <OwnerField team={team} ownerId={ownerId} onChange={draft.setOwner} />}
      <MembersField
        label={t`Add members to the documents`}
        team={team}
        ownerId={isOwnerSet ? ownerId : null}
        chosen={draft.members}
        onChange={draft.setMembers}
      />
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
        <ExplainedButton
          reason={
            draft.changesNothing
              ? t`Choose items, and an owner or members to assign them to.`
              : null
          }
          onClick={() => void draft.save()}
        >
          <Plural value={chosen.size} one="Assign # item" other="Assign # items" />
        </ExplainedButton>
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
