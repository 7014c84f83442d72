import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isReqifRole, type ReqifRole } from '#schema/rules/reqif/reqif-columns.ts'
import { REQIF_LIMITS } from '#schema/rules/reqif/reqif-model.ts'
import { ExplainedButton } from '../../../ui/feedback/explained-button.tsx'
import classes from '../import-dialog.module.css'
import columnClasses from '../step-columns.module.css'
import { StepFrame } from '../step-frame.tsx'
import { ReqifProblems } from './reqif-problems.tsx'
import { ReaderFailure } from '../reader/reader-failure.tsx'
import type { ReqifChoice } from './reqif-choice.ts'
import { reqifRoleText } from './reqif-texts.ts'

const LIMIT = REQIF_LIMITS.fields

interface StepReqifProps {
  choice: ReqifChoice
  /** What the reader works on; null = nothing. */
  reading: 'attributes' | 'table' | null
  /** The reader's words; null = it has not failed. */
  failure: string | null
  onSpecification: (at: number) => void
  onChoice: (choice: ReqifChoice) => void
  /** Specifications become documents of their own. */
  onSeveral: () => void
  onBack: () => void
  onNext: () => void
}

/** Chooses the specification of a ReqIF file, and what its attributes become. */
export function StepReqif(props: StepReqifProps) {
  const { choice, reading, failure, onChoice, onBack, onNext } = props
  const { t } = useLingui()
  const { columns, roles, at, reqif, isRestWanted } = choice
  const { specifications, problems, problemCount } = reqif
  const count = specifications[at]?.objectCount ?? 0
  const wrong =
    problemCount > 0 && !isRestWanted
      ? t`Something in the file is wrong. Correct it, or select “Import the rest”.`
      : null
  const reason = (): string | null => {
    if (reading === 'attributes') return t`The attributes are still being read.`
    if (reading === 'table') return t`The file is still being compared with the document.`
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
          <ExplainedButton reason={reason()} onClick={onNext}>{t`Next: preview`}</ExplainedButton>
        </>
      }
    >
      {failure !== null && <ReaderFailure words={failure} />}
      {specifications.length > 1 && <Specifications {...props} wrong={wrong} />}
      <Facts choice={choice} reading={reading} />
      {problemCount > 0 && (
        <>
          <ReqifProblems {...{ problems, problemCount }} />
          <Checkbox
            my="sm"
            label={t`Import the rest`}
            checked={isRestWanted}
            disabled={reading !== null}
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
              disabled={reading !== null}
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

interface SpecificationsProps extends Pick<
  StepReqifProps,
  'choice' | 'onSpecification' | 'onSeveral'
> {
  /** Why the file cannot be imported yet; null = it can. */
  wrong: string | null
}

/** Chooses one of several specifications, or all of them. */
function Specifications({ choice, onSpecification, onSeveral, wrong }: SpecificationsProps) {
  const { t } = useLingui()
  return (
    <div className={classes.specifications}>
      <NativeSelect
        label={t`Specification`}
        value={String(choice.at)}
        onChange={(event) => onSpecification(Number(event.currentTarget.value))}
        data={choice.reqif.specifications.map(({ id, name }, index) => ({
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
function Facts({ choice, reading }: Pick<StepReqifProps, 'choice' | 'reading'>) {
  const { at, reqif, file } = choice
  const { specifications, relationCount, tool } = reqif
  const specification = specifications[at]
  const name = specification?.name === '' ? file.fileName : (specification?.name ?? file.fileName)
  if (reading !== null)
    return (
      <p className={classes.fact} role="status">
        {reading === 'attributes' ? (
          <Trans>Reading the attributes…</Trans>
        ) : (
          <Trans>Comparing the file with the document…</Trans>
        )}
      </p>
    )
  return (
    <p className={classes.fact} role="status">
      <strong>{name}</strong>
      {' · '}
      <Plural value={specification?.objectCount ?? 0} one="# requirement" other="# requirements" />
      {(specification?.headings ?? 0) > 0 && (
        <>
          {' · '}
          <Plural value={specification?.headings ?? 0} one="# heading" other="# headings" />
        </>
      )}
      {(specification?.repeated ?? 0) > 0 && (
        <>
          {' · '}
          <Plural
            value={specification?.repeated ?? 0}
            one="# object in another place again, imported once"
            other="# objects in other places again, imported once"
          />
        </>
      )}
      {relationCount > 0 && (
        <>
          {' · '}
          <Plural value={relationCount} one="# relation" other="# relations" />
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
