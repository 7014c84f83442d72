import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isReqifRole, type ReqifRole } from '#schema/rules/reqif/reqif-columns.ts'
import { REQIF_LIMITS } from '#schema/rules/reqif/reqif-model.ts'
import { ExplainedButton } from '../../../ui/feedback/explained-button.tsx'
import classes from '../import-dialog.module.css'
import columnClasses from '../step-columns.module.css'
import { StepFrame } from '../step-frame.tsx'
import { ReqifProblems } from './reqif-problems.tsx'
import { type ReqifChoice, withDocument } from './reqif-choice.ts'
import { reqifRoleText } from './reqif-texts.ts'

const LIMIT = REQIF_LIMITS.fields

interface StepReqifProps {
  choice: ReqifChoice
  onChoice: (choice: ReqifChoice) => void
  /** Specifications become documents of their own. */
  onSeveral: () => void
  onBack: () => void
  onNext: (choice: ReqifChoice) => void
}

/** Chooses the specification of a ReqIF file, and what its attributes become. */
export function StepReqif({ choice, onChoice, onSeveral, onBack, onNext }: StepReqifProps) {
  const { t } = useLingui()
  const { columns, roles, documents, at, reqif, isRestWanted } = choice
  const { problemCount } = reqif.checked
  const count = documents[at]?.objects.length ?? 0
  const wrong =
    problemCount > 0 && !isRestWanted
      ? t`Something in the file is wrong. Correct it, or select “Import the rest”.`
      : null
  const reason = (): string | null => {
    if (count === 0) return t`This specification has no objects.`
    if (roles.filter((role) => role === 'name').length > 1)
      return t`Choose only one attribute for the requirement.`
    if (roles.filter((role) => role !== 'ignore' && role !== 'answer').length > LIMIT)
      return t`A requirement can have at most ${LIMIT} fields.`
    return wrong
  }
  const setRole = (column: number, role: ReqifRole) =>
    onChoice({ ...choice, roles: roles.map((one, index) => (index === column ? role : one)) })
  return (
    <StepFrame
      title={t`Match the attributes`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={reason()}
            onClick={() => onNext(choice)}
          >{t`Next: preview`}</ExplainedButton>
        </>
      }
    >
      {documents.length > 1 && (
        <Specifications choice={choice} onChoice={onChoice} onSeveral={onSeveral} wrong={wrong} />
      )}
      <Facts choice={choice} />
      {problemCount > 0 && (
        <>
          <ReqifProblems checked={reqif.checked} />
          <Checkbox
            my="sm"
            label={t`Import the rest`}
            checked={isRestWanted}
            onChange={(event) => onChoice({ ...choice, isRestWanted: event.currentTarget.checked })}
          />
        </>
      )}
      {columns.some(({ filled }, column) => roles[column] === 'answer' && filled > 0) && (
        <p className={classes.hint}>
          <Trans>
            Vendors fill in the attributes that are asked of them. The values in the file are not
            imported.
          </Trans>
        </p>
      )}
      <ul className={columnClasses.columns} aria-label={t`Attributes`}>
        {columns.map(({ label, samples, roles: fitting }, column) => (
          <li
            key={label}
            className={columnClasses.column}
            data-ignored={roles[column] === 'ignore' || undefined}
          >
            <span aria-hidden className={columnClasses.letters}>
              {column + 1}
            </span>
            <span className={columnClasses.columnName}>{label}</span>
            <select
              className={columnClasses.select}
              aria-label={t`Import attribute ${label} as`}
              value={roles[column]}
              onChange={({ currentTarget: { value } }) =>
                setRole(column, isReqifRole(value) ? value : 'ignore')
              }
            >
              {fitting.map((role) => (
                <option key={role} value={role}>
                  {reqifRoleText(role)}
                </option>
              ))}
            </select>
            <span className={columnClasses.samples}>
              {samples.length === 0 ? t`No values` : samples.join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </StepFrame>
  )
}

interface SpecificationsProps extends Pick<StepReqifProps, 'choice' | 'onChoice' | 'onSeveral'> {
  /** Why the file cannot be imported yet; null = it can. */
  wrong: string | null
}

/** Chooses one of several specifications, or all of them. */
function Specifications({ choice, onChoice, onSeveral, wrong }: SpecificationsProps) {
  const { t } = useLingui()
  return (
    <div className={classes.specifications}>
      <NativeSelect
        label={t`Specification`}
        value={String(choice.at)}
        onChange={(event) => onChoice(withDocument(choice, Number(event.currentTarget.value)))}
        data={choice.documents.map(({ id, name }, index) => ({
          value: String(index),
          label: id === '' ? t`Objects outside of all specifications` : name,
        }))}
      />
      <ExplainedButton variant="default" reason={wrong} onClick={onSeveral}>
        {t`Import as several documents…`}
      </ExplainedButton>
    </div>
  )
}

/** What the specification holds, and which program wrote it. */
function Facts({ choice }: { choice: ReqifChoice }) {
  const { documents, at, reqif, file } = choice
  const document = documents[at]
  const { header, relations } = reqif.checked.reqif
  const tool = header.tool
  const name = document?.name === '' ? file.fileName : (document?.name ?? file.fileName)
  return (
    <p className={classes.fact} role="status">
      <strong>{name}</strong>
      {' · '}
      <Plural value={document?.objects.length ?? 0} one="# requirement" other="# requirements" />
      {(document?.headings ?? 0) > 0 && (
        <>
          {' · '}
          <Plural value={document?.headings ?? 0} one="# heading" other="# headings" />
        </>
      )}
      {(document?.repeated ?? 0) > 0 && (
        <>
          {' · '}
          <Plural
            value={document?.repeated ?? 0}
            one="# object in another place again, imported once"
            other="# objects in other places again, imported once"
          />
        </>
      )}
      {relations.length > 0 && (
        <>
          {' · '}
          <Plural value={relations.length} one="# relation" other="# relations" />
        </>
      )}
      {reqif.files.size > 0 && (
        <>
          {' · '}
          <Plural value={reqif.files.size} one="# file" other="# files" />
        </>
      )}
      {tool !== '' && (
        <>
          {' · '}
          <Trans>written by {tool}</Trans>
        </>
      )}
    </p>
  )
}
