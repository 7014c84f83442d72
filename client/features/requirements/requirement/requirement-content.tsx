import { useLingui } from '@lingui/react/macro'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isGroup, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { answerText } from '../answers/answer-fields.ts'
import { forgetDraft, keepDraft } from '../answers/draft-net.ts'
import { EditableText } from './editable-text.tsx'
import {
  contentDraftField,
  contentPatch,
  draftedValue,
  patchRequirements,
  type RequirementPatch,
} from './requirement-commands.ts'
import { ReplacedNote } from '#client/ui/feedback/replaced-note.tsx'
import { replacedKey } from '#client/ui/feedback/replaced-texts.ts'
import { ContentList } from './requirement-text.tsx'
import classes from './requirement-text.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

interface RequirementContentProps {
  projectId: string
  documentId: string
  requirement: Requirement
  label: string
  /** Why the texts are read-only; null = editable. */
  reason: string | null
}
type TextField = 'name' | 'vendorHelp' | 'evaluatorHelp'
interface TextFieldInput {
  field: TextField
  name: string
  maxLength: number
  placeholder: string
}
const HELPS = ['vendorHelp', 'evaluatorHelp'] as const

/** The texts and content fields of a requirement, edited in place. */
export function RequirementContent({
  projectId,
  documentId,
  requirement,
  label,
  reason,
}: RequirementContentProps) {
  const { t } = useLingui()
  const content = parseDefinition(requirement.definition).contentConfiguration.parameters
  const save = (patch: RequirementPatch, session?: string, over?: Record<string, ParameterValue>) =>
    patchRequirements(
      { projectId, documentId },
      [{ id: requirement.id, patch, ...(over && { over }) }],
      { label: t`Edit ${label}`, group: session },
    )
  const replaced = (field: string) => (
    <ReplacedNote at={replacedKey(projectId, requirement.id, field)} />
  )
  const draft = (field: string) => (text: string | undefined) =>
    text === undefined
      ? forgetDraft({ projectId, kind: 'requirement', id: requirement.id, field })
      : keepDraft(
          { projectId, kind: 'requirement', id: requirement.id, field },
          { value: text, over: draftedValue(requirement, field) },
        )
  const helpNames = { vendorHelp: t`Help for vendors`, evaluatorHelp: t`Help for evaluators` }
  const textField = ({ field, name, maxLength, placeholder }: TextFieldInput) => (
    <>
      <EditableText
        value={requirement[field]}
        label={name}
        placeholder={placeholder}
        reason={reason}
        maxLength={maxLength}
        isRequired={field === 'name'}
        onSave={(text, session, over) => save({ [field]: text }, session, { [field]: over })}
        onDraft={draft(field)}
      />
      {replaced(field)}
    </>
  )
  return (
    <div className={classes.text}>
      <div className={classes.name}>
        {textField({ field: 'name', name: t`Requirement`, maxLength: 2_000, placeholder: '' })}
      </div>
      {reason !== null ? (
        <ContentList parameters={content} />
      ) : (
        content.length > 0 && (
          <dl className={classes.content}>
            {content.map((parameter) => (
              <div key={parameter.id}>
                <FieldName name={parameter.name} />
                <dd>
                  {isGroup(parameter) ? (
                    <ContentList parameters={parameter.parameters ?? []} />
                  ) : (
                    <ContentValue
                      parameter={parameter}
                      onSave={(value, session, over) =>
                        save(
                          contentPatch(parameter, value),
                          session,
                          over === undefined
                            ? undefined
                            : { [contentDraftField(parameter.id)]: over },
                        )
                      }
                      onDraft={draft(contentDraftField(parameter.id))}
                    />
                  )}
                  {replaced(contentDraftField(parameter.id))}
                </dd>
              </div>
            ))}
          </dl>
        )
      )}
      {/* Render the same element with and without text: saving a first text must not unmount
          its editor. */}
      {HELPS.map(
        (field) =>
          (requirement[field] !== '' || reason === null) && (
            <aside key={field} className={requirement[field] === '' ? classes.add : classes.help}>
              {requirement[field] !== '' && <strong>{helpNames[field]}</strong>}
              {textField({
                field,
                name: helpNames[field],
                maxLength: 5_000,
                placeholder:
                  field === 'vendorHelp' ? t`Add help for vendors…` : t`Add help for evaluators…`,
              })}
            </aside>
          ),
      )}
    </div>
  )
}

const FieldName = ({ name }: { name: string }) => <dt {...useContentLanguage()}>{name}</dt>

/** The control of a content field: text, select, checkbox or date. */
function ContentValue({
  parameter,
  onSave,
  onDraft,
}: {
  parameter: Parameter
  onSave: (value: ParameterValue, session?: string, over?: ParameterValue) => Promise<void>
  onDraft: (text: string | undefined) => void
}) {
  const { t } = useLingui()
  const { name } = parameter
  const put = (value: ParameterValue) =>
    void onSave(value).catch((error: unknown) => toast.error(error))
  switch (parameter.type) {
    case 'SELECTBOX':
    case 'RADIO':
      return (
        <select
          className={classes.select}
          aria-label={name}
          value={String(parameter.value ?? '')}
          onChange={(event) => put(event.currentTarget.value || null)}
        >
          <option value="">–</option>
          {(parameter.options ?? []).map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'CHECKBOX':
    case 'FLAG':
      return (
        <input
          type="checkbox"
          aria-label={name}
          checked={parameter.value === true}
          onChange={(event) => put(event.currentTarget.checked)}
        />
      )
    case 'DATE_PICKER':
      return (
        <input
          type="date"
          className={classes.select}
          aria-label={name}
          value={String(parameter.value ?? '')}
          onChange={(event) => put(event.currentTarget.value || null)}
        />
      )
    case 'INPUT':
    case 'TEXTAREA': {
      const isNumber = parameter.inputType === 'number'
      return (
        <EditableText
          value={isNumber ? String(parameter.value ?? '') : answerText(parameter, parameter.value)}
          label={name}
          placeholder={t`Empty`}
          reason={null}
          maxLength={20_000}
          onDraft={isNumber ? undefined : onDraft}
          onSave={async (text, session, over) => {
            const number = Number(text.replace(',', '.'))
            if (isNumber && text.trim() !== '' && !Number.isFinite(number))
              return toast.error(t`“${text}” is not a number`)
            await onSave(
              text === '' ? null : isNumber ? number : text,
              session,
              isNumber ? undefined : over,
            )
          }}
        />
      )
    }
    default:
      return parameter.type satisfies never
  }
}
