import { Button, Group, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { MoveTarget } from './document-order.ts'

interface MoveDialogProps {
  /** Ids to move; null = closed. */
  ids: readonly string[] | null
  sections: readonly Section[]
  requirements: readonly Requirement[]
  prefix: string
  onMove: (target: MoveTarget) => void
  onClose: () => void
}
const START = 'start'
const END = 'end'

/** "Move to…": moves rows to a chosen place without dragging or many key presses. */
export function MoveDialog(props: MoveDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={props.ids !== null} onClose={props.onClose} title={t`Move to…`}>
      {props.ids !== null && <MoveForm {...props} ids={props.ids} />}
    </Dialog>
  )
}

function MoveForm({
  ids,
  sections,
  requirements,
  prefix,
  onMove,
  onClose,
}: MoveDialogProps & { ids: readonly string[] }) {
  const { t } = useLingui()
  const [sectionId, setSectionId] = useState(
    requirements.find(({ id }) => id === ids[0])?.sectionId ?? sections[0]?.id ?? '',
  )
  const [place, setPlace] = useState(END)
  const others = requirements.filter((one) => one.sectionId === sectionId && !ids.includes(one.id))
  const move = () => {
    onMove({
      sectionId,
      after: place === START ? null : place === END ? (others.at(-1)?.id ?? null) : place,
    })
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        move()
      }}
    >
      <NativeSelect
        label={t`Section`}
        value={sectionId}
        data-autofocus
        onChange={(event) => {
          setSectionId(event.currentTarget.value)
          setPlace(END)
        }}
        data={sections.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NativeSelect
        mt="sm"
        label={t`Position`}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
        data={[
          { value: END, label: t`At the end` },
          { value: START, label: t`At the start` },
          ...others.map((one) => {
            const label = requirementLabel(one, prefix)
            return { value: one.id, label: t`After ${label} ${one.name.slice(0, 60)}` }
          }),
        ]}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Move</Trans>
        </Button>
      </Group>
    </form>
  )
}
