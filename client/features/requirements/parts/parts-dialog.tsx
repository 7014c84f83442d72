import { Button, Group, MultiSelect, Select, Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Document } from '#schema/entities/structure.ts'
import type { VendorPart } from '#schema/entities/vendor-part.ts'
import { managesParts } from '#schema/rules/answers/vendor-parts.ts'
import { formatDate } from '#schema/rules/format.ts'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import { useProjectState, useRows } from '#client/lib/project-store.ts'
import { useTeam } from '#client/lib/team.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { DateField } from '#client/ui/fields/date-field.tsx'
import { editPart, type PartPlace } from './edit-part.ts'
import classes from './parts-dialog.module.css'

interface PartsDialogProps {
  projectId: string
  document: Document
  vendorId: number
  /** Nothing can be changed now, for example after the deadline. */
  isLocked: boolean
  onClose: () => void
}

/** Who of the vendor answers the document and each of its sections, until when. */
export function PartsDialog({
  projectId,
  document,
  vendorId,
  isLocked,
  onClose,
}: PartsDialogProps) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  const team = useTeam(projectId).filter(
    ({ packageIds }) => packageIds === undefined || packageIds.includes(document.packageId),
  )
  const sections = useRows(projectId, 'section', { documentId: document.id })
  const parts = useRows(projectId, 'vendorPart', { documentId: document.id })
  const mayEdit = !isLocked && actor !== undefined && managesParts(actor)
  const partOf = (sectionId: string | null) => parts.find((one) => one.sectionId === sectionId)
  const lineOf = (sectionId: string | null, name: string) => (
    <PartLine
      key={sectionId ?? ''}
      name={name}
      place={{ projectId, vendorId, documentId: document.id, sectionId }}
      part={partOf(sectionId)}
      team={team}
      mayEdit={mayEdit}
    />
  )
  return (
    <Dialog onClose={onClose} size="xl" title={t`Who answers ${document.name}`}>
      <p className={classes.lead}>
        <Trans>Only contacts of your company see this. The requesting organization does not.</Trans>
      </p>
      <div className={classes.lines}>
        {lineOf(null, t`Whole document`)}
        {sections
          .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
          .map((section) => lineOf(section.id, section.name))}
      </div>
      <Approval
        place={{ projectId, vendorId, documentId: document.id, sectionId: null }}
        part={partOf(null)}
        team={team}
        mayEdit={mayEdit}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
      </Group>
    </Dialog>
  )
}

interface PartProps {
  place: PartPlace
  part: VendorPart | undefined
  team: readonly TeamMember[]
  mayEdit: boolean
}

const choicesOf = (team: readonly TeamMember[]) =>
  team.map(({ id, name }) => ({ value: String(id), label: name }))

function PartLine({ name, place, part, team, mayEdit }: PartProps & { name: string }) {
  const { t } = useLingui()
  const contact = team.find(({ id }) => id === part?.userId)
  const dueOn = part?.dueOn ?? null
  const label = t`Who answers`
  return (
    <fieldset className={classes.line}>
      <legend className={classes.name}>{name}</legend>
      {mayEdit ? (
        <>
          <Select
            label={label}
            aria-label={t`Who answers ${name}`}
            placeholder={t`Unassigned`}
            clearable
            clearButtonProps={{ 'aria-label': t`Clear who answers ${name}` }}
            value={contact === undefined ? null : String(contact.id)}
            data={choicesOf(team)}
            onChange={(value) =>
              editPart(place, { userId: value === null ? null : Number(value) }, label)
            }
          />
          <DateField
            label={t`Due`}
            value={dueOn}
            onChange={(value) => editPart(place, { dueOn: value }, t`Due date`)}
          />
        </>
      ) : (
        <span>
          {contact?.name ?? t`Unassigned`}
          {dueOn !== null && ` · ${t`due ${formatDate(dueOn)}`}`}
        </span>
      )}
      {part?.isReady === true && <StatePill tone="teal">{t`Ready`}</StatePill>}
    </fieldset>
  )
}

/** Who submits the document: everyone who answers, or only the primary contact and those allowed. */
function Approval({ place, part, team, mayEdit }: PartProps) {
  const { t } = useLingui()
  const needsApproval = part?.needsApproval === true
  const label = t`Approval before submission`
  const submitters = team.filter(({ id }) => part?.submitters.includes(id) === true)
  return (
    <section className={classes.approval} aria-label={label}>
      <Switch
        label={label}
        description={t`Contacts mark their parts as ready. The primary contact submits the document.`}
        checked={needsApproval}
        disabled={!mayEdit}
        onChange={(event) => editPart(place, { needsApproval: event.currentTarget.checked }, label)}
      />
      {needsApproval && mayEdit && (
        <MultiSelect
          label={t`Contacts who may submit too`}
          value={submitters.map(({ id }) => String(id))}
          data={choicesOf(team)}
          onChange={(ids) => editPart(place, { submitters: ids.map(Number) }, label)}
        />
      )}
      {needsApproval && !mayEdit && submitters.length > 0 && (
        <p>
          <Trans>May submit too:</Trans> {submitters.map(({ name }) => name).join(', ')}
        </p>
      )}
    </section>
  )
}
