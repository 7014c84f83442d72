import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { Refusal } from '#schema/refusal.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { conditionUses } from '#schema/rules/definition/conditions.ts'
import { everyParameter, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { codeText, refusalText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { patchRequirements } from '../requirement/requirement-commands.ts'
import { fieldShapes, type FieldsEdit } from './condition-targets.ts'
import { kindName, newParameter, type ParameterKind } from './parameter-kinds.ts'
import { type Half, parameterAt, problemsByParameter, withMissing } from './parameter-problems.ts'
import { changesFor, freeKey, unitedParameters, withParameter } from './parameter-tree.ts'

export interface FieldsEditInput {
  /** The requirements whose fields are edited together. */
  ids: readonly string[]
  projectId: string
  document: Document
  requirements: readonly Requirement[]
  onClose: () => void
  onDirty: (isDirty: boolean) => void
}
type Halves = Record<Half, Parameter[]>

/** State of the fields being edited, until they are saved. */
export const useFieldsEdit = (input: FieldsEditInput) => {
  const { projectId, document, onClose, onDirty } = input
  const { t } = useLingui()
  const chosen = useChosen(input)
  const [before] = useState(() => fieldsOf(chosen))
  const [after, setAfter] = useState<Halves>(before)
  const [half, setHalf] = useState<Half>('answer')
  const [openId, setOpenId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tree = after[half]
  const fields = useFields(input, chosen, { before, after })
  const united = definitionOf(after)
  const problems = withMissing(problemsByParameter(united), fields)

  const setTree = (next: Parameter[]) => {
    setAfter((all) => ({ ...all, [half]: next }))
    setRefusal(null)
    onDirty(true)
  }
  const add = (kind: ParameterKind) => {
    const name = kind === 'statement' ? t`Statement` : kindName(kind)
    const key = freeKey(name, new Set(keysOf([...after.answer, ...after.content])))
    setTree([...tree, newParameter(kind, { id: key, key, name })])
    setOpenId(key)
    setAddedId(key)
  }
  const remove = (parameter: Parameter) => {
    const rest = withParameter(tree, parameter.id, null)
    const left = [...rest, ...after[half === 'answer' ? 'content' : 'answer']]
    const uses = [...new Set(keysOf([parameter]))].flatMap((key) => conditionUses(left, key))
    if (uses.length > 0) return setRefusal(codeText('PARAMETER_USED', { where: uses.join(', ') }))
    setTree(rest)
    setOpenId(null)
  }
  const save = async () => {
    if (problems.size > 0) return setRefusal(t`Correct the marked fields.`)
    const items = chosen.flatMap((requirement) => patchOf(requirement, before, after))
    setBusy(true)
    try {
      await patchRequirements({ projectId, documentId: document.id }, items, {
        label: t`Edit fields`,
      })
      const changed = items.length
      const count = chosen.length
      toast.success(t`Fields saved in ${changed} of ${count} requirements`)
      onClose()
    } catch (error) {
      setRefusal(refusalText(error))
      if (error instanceof Refusal && error.field)
        setOpenId(parameterAt(united, error.field)?.id ?? openId)
    }
    setBusy(false)
  }
  return {
    half,
    tree,
    openId,
    addedId,
    problems,
    refusal,
    isBusy,
    isDirty: !sameValue(before, after),
    /** Number of the chosen requirements. */
    count: chosen.length,
    /** The fields of all requirements, to which conditions can refer. */
    fields,
    setOpenId,
    setTree,
    showHalf: (next: Half) => {
      setHalf(next)
      setOpenId(null)
    },
    add,
    remove,
    save,
    discard: () => {
      setAfter(before)
      setRefusal(null)
      onDirty(false)
    },
  }
}

const useChosen = ({ ids, requirements }: FieldsEditInput): Requirement[] =>
  useMemo(() => {
    const wanted = new Set(ids)
    return requirements.filter(({ id }) => wanted.has(id))
  }, [ids, requirements])

const useFields = (
  { document }: FieldsEditInput,
  chosen: readonly Requirement[],
  { before, after }: Record<'before' | 'after', Halves>,
): FieldsEdit => {
  const { prefix } = document
  const shapes = useMemo(
    () =>
      fieldShapes(
        chosen.map((one) => ({
          label: requirementLabel(one, prefix),
          definition: parseDefinition(one.definition),
        })),
      ),
    [chosen, prefix],
  )
  return useMemo(() => ({ shapes, before, after }), [shapes, before, after])
}

const fieldsOf = (chosen: readonly Requirement[]): Halves => {
  const definitions = chosen.map(({ definition }) => parseDefinition(definition))
  return {
    answer: unitedParameters(definitions.map((one) => one.suppliersCommitment.parameters)),
    content: unitedParameters(definitions.map((one) => one.contentConfiguration.parameters)),
  }
}

const definitionOf = ({ answer, content }: Halves): Definition => ({
  contentConfiguration: { parameters: content },
  suppliersCommitment: { parameters: answer },
})

const keysOf = (parameters: readonly Parameter[]): string[] =>
  everyParameter(parameters).map(({ key }) => key)

/** The change of one requirement; empty if it has none of the changed fields. */
const patchOf = ({ id, definition }: Requirement, before: Halves, after: Halves) => {
  const { suppliersCommitment, contentConfiguration } = parseDefinition(definition)
  const answer = changesFor(suppliersCommitment.parameters, before.answer, after.answer)
  const content = changesFor(contentConfiguration.parameters, before.content, after.content)
  return answer || content
    ? [
        {
          id,
          patch: {
            definitionPart: { ...(answer ? { answer } : {}), ...(content ? { content } : {}) },
          },
        },
      ]
    : []
}
