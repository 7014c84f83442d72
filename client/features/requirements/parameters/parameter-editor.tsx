import { Button, Group } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { conditionUses } from '#schema/rules/definition/conditions.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { everyParameter, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { Refusal } from '#schema/refusal.ts'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { codeText, refusalText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { conditionTargets, fieldShapes, type FieldsEdit } from './condition-targets.ts'
import { ParameterForm } from './parameter-form.tsx'
import { kindName, newParameter, PARAMETER_KINDS, type ParameterKind } from './parameter-kinds.ts'
import { ParameterList } from './parameter-list.tsx'
import {
  changesFor,
  freeKey,
  groupOf,
  movedParameter,
  regrouped,
  unitedParameters,
  withParameter,
} from './parameter-tree.ts'
import { patchRequirements } from '../requirement/requirement-commands.ts'
import classes from './parameter-editor.module.css'
import { type Half, parameterAt, problemsByParameter, withMissing } from './parameter-problems.ts'

interface ParameterEditorProps {
  ids: readonly string[]
  projectId: string
  document: Document
  requirements: readonly Requirement[]
  reason: string | null
  onClose: () => void
  onDirty: (isDirty: boolean) => void
}

/** The tree of fields with the form of the opened one. */
export function ParameterEditor({
  ids,
  projectId,
  document,
  requirements,
  reason,
  onClose,
  onDirty,
}: ParameterEditorProps) {
  const { t } = useLingui()
  const chosen = useMemo(() => {
    const wanted = new Set(ids)
    return requirements.filter(({ id }) => wanted.has(id))
  }, [ids, requirements])
  const [before] = useState(() => {
    const definitions = chosen.map(({ definition }) => parseDefinition(definition))
    return {
      answer: unitedParameters(definitions.map((one) => one.suppliersCommitment.parameters)),
      content: unitedParameters(definitions.map((one) => one.contentConfiguration.parameters)),
    }
  })
  const [after, setAfter] = useState<Record<Half, Parameter[]>>(before)
  const [half, setHalf] = useState<Half>('answer')
  const [openId, setOpenId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  const editor = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tree = after[half]
  const opened = everyParameter(tree).find(({ id }) => id === openId)
  const isDirty = !sameValue(before, after)
  const count = chosen.length

  const setTree = (next: Parameter[]) => {
    setAfter((all) => ({ ...all, [half]: next }))
    setRefusal(null)
    onDirty(true)
  }
  const united: Definition = {
    contentConfiguration: { parameters: after.content },
    suppliersCommitment: { parameters: after.answer },
  }
  const shapes = useMemo(
    () =>
      fieldShapes(
        chosen.map((one) => ({
          label: requirementLabel(one, document.prefix),
          definition: parseDefinition(one.definition),
        })),
      ),
    [chosen, document.prefix],
  )
  const edit = useMemo<FieldsEdit>(() => ({ shapes, before, after }), [shapes, before, after])
  const problems = withMissing(problemsByParameter(united), edit)

  const add = (kind: ParameterKind) => {
    const taken = new Set(everyParameter([...after.answer, ...after.content]).map(({ key }) => key))
    const name = kind === 'statement' ? t`Statement` : kindName(kind)
    const key = freeKey(name, taken)
    setTree([...tree, newParameter(kind, { id: key, key, name })])
    setOpenId(key)
    setAddedId(key)
  }
  // A new field wants its name first; the menu would take the focus back to a button that may lie
  // out of sight by then.
  useEffect(() => {
    if (addedId !== null)
      editor.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus()
  }, [addedId])
  const remove = (parameter: Parameter) => {
    const gone = new Set(everyParameter([parameter]).map(({ key }) => key))
    const rest = withParameter(tree, parameter.id, null)
    const uses = [...gone].flatMap((key) =>
      conditionUses([...rest, ...after[half === 'answer' ? 'content' : 'answer']], key),
    )
    if (uses.length > 0) return setRefusal(codeText('PARAMETER_USED', { where: uses.join(', ') }))
    setTree(rest)
    setOpenId(null)
  }
  const save = async () => {
    if (problems.size > 0) return setRefusal(t`Correct the marked fields.`)
    const items = chosen.flatMap((requirement) => {
      const definition = parseDefinition(requirement.definition)
      const answer = changesFor(
        definition.suppliersCommitment.parameters,
        before.answer,
        after.answer,
      )
      const content = changesFor(
        definition.contentConfiguration.parameters,
        before.content,
        after.content,
      )
      return answer || content
        ? [
            {
              id: requirement.id,
              patch: {
                definitionPart: { ...(answer ? { answer } : {}), ...(content ? { content } : {}) },
              },
            },
          ]
        : []
    })
    setBusy(true)
    try {
      await patchRequirements({ projectId, documentId: document.id }, items, {
        label: t`Edit fields`,
      })
      const changed = items.length
      toast.success(t`Fields saved in ${changed} of ${count} requirements`)
      onClose()
    } catch (error) {
      setRefusal(refusalText(error))
      if (error instanceof Refusal && error.field)
        setOpenId(parameterAt(united, error.field)?.id ?? openId)
    }
    setBusy(false)
  }
  const isReadOnly = reason !== null
  return (
    <div ref={editor} className={classes.editor}>
      <p className={classes.scope}>
        <Plural
          value={count}
          one="For # requirement of this document."
          other="For # requirements of this document. Changes apply to requirements that have the field, new fields to all."
        />
      </p>
      {isReadOnly && (
        <p className={classes.reason} role="note">
          {reason}
        </p>
      )}
      <ChoiceSwitch
        label={t`Fields`}
        value={half}
        onChange={(value) => {
          setHalf(value)
          setOpenId(null)
        }}
        options={[
          { value: 'answer', label: t`Answer fields` },
          { value: 'content', label: t`Requirement fields` },
        ]}
      />
      <ErrorSummary
        errors={
          refusal === null
            ? []
            : [{ inputId: openId === null ? null : `parameter-${openId}`, text: refusal }]
        }
      />
      <ParameterList
        tree={tree}
        openId={openId}
        isReadOnly={isReadOnly}
        problems={problems}
        onOpen={(id) => setOpenId(id === openId ? null : id)}
        onMove={(id, direction) => setTree(movedParameter(tree, id, direction))}
        onRemove={remove}
        form={
          opened && (
            <ParameterForm
              parameter={opened}
              half={half}
              tree={tree}
              targets={conditionTargets(edit, opened.id)}
              problems={problems.get(opened.id) ?? []}
              isReadOnly={isReadOnly}
              groupId={groupOf(tree, opened.id)}
              onGroup={(groupId) => setTree(regrouped(tree, opened.id, groupId))}
              onChange={(next) => setTree(withParameter(tree, opened.id, next))}
            />
          )
        }
      />
      {!isReadOnly && (
        <MenuButton
          position="bottom-start"
          button={(target) => (
            <Button
              {...target}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              className={classes.add ?? ''}
            >
              <Trans>Add a field</Trans>
            </Button>
          )}
          items={PARAMETER_KINDS.filter((kind) => half === 'answer' || kind !== 'statement').map(
            (kind) => ({ label: kindName(kind), run: () => add(kind) }),
          )}
        />
      )}
      {!isReadOnly && (
        <Group justify="flex-end" gap="xs" className={classes.footer ?? ''} data-keep-clear>
          <Button
            variant="default"
            disabled={!isDirty}
            title={isDirty ? undefined : t`No changes made`}
            onClick={() => {
              setAfter(before)
              setRefusal(null)
              onDirty(false)
            }}
          >
            <Trans>Discard changes</Trans>
          </Button>
          <Button
            onClick={() => void save()}
            loading={isBusy}
            disabled={!isDirty}
            title={isDirty ? undefined : t`No changes made`}
          >
            <Plural value={count} one="Save" other="Save for # requirements" />
          </Button>
        </Group>
      )}
    </div>
  )
}
