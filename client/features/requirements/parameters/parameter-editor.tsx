import { Button, Group } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { everyParameter } from '#schema/rules/definition/parameters.ts'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { conditionTargets } from './condition-targets.ts'
import { ParameterForm } from './parameter-form.tsx'
import { kindName, kindsOf, type ParameterKind } from './parameter-kinds.ts'
import { ParameterList } from './parameter-list.tsx'
import type { Half } from './parameter-problems.ts'
import { groupOf, movedParameter, regrouped, withParameter } from './parameter-tree.ts'
import { useFieldsEdit, type FieldsEditInput } from './use-fields-edit.ts'
import classes from './parameter-editor.module.css'

interface ParameterEditorProps extends FieldsEditInput {
  /** Why the fields are read-only; null = editable. */
  reason: string | null
}

/** The list of fields with the form of the open one. */
export function ParameterEditor(props: ParameterEditorProps) {
  const { reason } = props
  const { t } = useLingui()
  const edit = useFieldsEdit(props)
  const { half, tree, openId, setOpenId, setTree, problems, refusal, count } = edit
  const opened = everyParameter(tree).find(({ id }) => id === openId)
  const editor = useRef<HTMLDivElement>(null)
  // Focus the name of a new field. The closing menu would focus its button, which may have scrolled
  // out of view.
  useEffect(() => {
    if (edit.addedId !== null)
      editor.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus()
  }, [edit.addedId])
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
        onChange={edit.showHalf}
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
        onRemove={edit.remove}
        form={
          opened && (
            <ParameterForm
              parameter={opened}
              half={half}
              tree={tree}
              targets={conditionTargets(edit.fields, opened.id)}
              problems={problems.get(opened.id) ?? []}
              isReadOnly={isReadOnly}
              groupId={groupOf(tree, opened.id)}
              onGroup={(groupId) => setTree(regrouped(tree, opened.id, groupId))}
              onChange={(next) => setTree(withParameter(tree, opened.id, next))}
            />
          )
        }
      />
      {!isReadOnly && <AddField half={half} onAdd={edit.add} />}
      {!isReadOnly && <Footer edit={edit} />}
    </div>
  )
}

function AddField({ half, onAdd }: { half: Half; onAdd: (kind: ParameterKind) => void }) {
  return (
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
      items={kindsOf(half).map((kind) => ({ label: kindName(kind), run: () => onAdd(kind) }))}
    />
  )
}

function Footer({ edit }: { edit: ReturnType<typeof useFieldsEdit> }) {
  const { t } = useLingui()
  const { isDirty, isBusy, count } = edit
  const reason = isDirty ? null : t`No changes made`
  return (
    <Group justify="flex-end" gap="xs" className={classes.footer ?? ''} data-keep-clear>
      <ExplainedButton variant="default" reason={reason} onClick={edit.discard}>
        <Trans>Discard changes</Trans>
      </ExplainedButton>
      <ExplainedButton reason={reason} loading={isBusy} onClick={() => void edit.save()}>
        <Plural value={count} one="Save" other="Save for # requirements" />
      </ExplainedButton>
    </Group>
  )
}
