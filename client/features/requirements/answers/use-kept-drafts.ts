import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect } from 'react'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { loadRow } from '#client/lib/project-store.ts'
import { mutate } from '#client/lib/mutate.ts'
import { currentSession } from '#client/lib/session.ts'
import { isInVendorView } from '#client/lib/vendor-view.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { dropDraft, isStillOver, keptDrafts, type KeptDraft } from './draft-net.ts'
import { offerDraft } from './offer-draft.tsx'
import { draftedValue, draftPatch } from '../requirement/requirement-commands.ts'

/**
 * Leftover drafts are restored once per project and page load: text typed later is saved by its own
 * editor.
 */
const seen = new Set<string>()

/**
 * Saves text left in an editor whose tab died, once the project is loaded. Asks first if the field
 * has changed since.
 */
export function useKeptDrafts({
  projectId,
  vendorId,
  isReady,
}: {
  projectId: string
  vendorId: number | null
  isReady: boolean
}): void {
  useEffect(() => {
    const visit = `${currentSession()?.userId ?? 0}-${currentSession()?.organizationId ?? 0}/${projectId}`
    if (!isReady || seen.has(visit) || isInVendorView()) return
    seen.add(visit)
    void bringBack(projectId, vendorId)
  }, [projectId, vendorId, isReady])
}

/** Restores drafts one by one, since two dialogs cannot be open at once. */
async function bringBack(projectId: string, vendorId: number | null): Promise<void> {
  for (const draft of keptDrafts(projectId))
    await bringBackDraft(projectId, vendorId, draft).catch((error: unknown) => toast.error(error))
}

async function bringBackDraft(
  projectId: string,
  vendorId: number | null,
  draft: KeptDraft,
): Promise<void> {
  const { kind, id, fields } = draft
  const requirement = await loadRow(projectId, 'requirement', id)
  if (!requirement || (kind === 'answer' && vendorId === null)) return
  const answer =
    vendorId === null
      ? undefined
      : await loadRow(projectId, 'commitment', commitmentId(id, vendorId))
  const quietly: Record<string, ParameterValue> = {}
  for (const [field, typed] of Object.entries(fields)) {
    const stands =
      kind === 'answer' ? (answer?.values[field] ?? null) : draftedValue(requirement, field)
    if (isStillOver(typed, stands)) {
      quietly[field] = typed.value
      continue
    }
    const choice = await offerDraft({ requirement, typed: typed.value, stands })
    if (choice === 'yes')
      await saveDraft({ projectId, vendorId, requirement }, kind, { [field]: typed.value })
    if (choice !== 'later') dropDraft({ projectId, kind, id }, { [field]: typed.value })
  }
  if (Object.keys(quietly).length === 0) return
  await saveDraft({ projectId, vendorId, requirement }, kind, quietly)
  dropDraft({ projectId, kind, id }, quietly)
  toast.success(i18n._(msg`The text you were typing when the page closed was saved.`))
}

interface Place {
  projectId: string
  vendorId: number | null
  requirement: Requirement
}

async function saveDraft(
  { projectId, vendorId, requirement }: Place,
  kind: KeptDraft['kind'],
  values: Record<string, ParameterValue>,
): Promise<void> {
  const { id, documentId } = requirement
  const options = { undoLabel: i18n._(msg`Unsaved text`), scope: documentId }
  if (kind === 'requirement')
    await mutate(
      'requirements.update',
      { projectId, id, patch: draftPatch(requirement, values) },
      options,
    )
  else if (vendorId !== null)
    await mutate('commitments.update', { projectId, vendorId, requirementId: id, values }, options)
}
