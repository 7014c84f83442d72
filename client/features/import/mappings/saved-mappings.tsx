import { Button, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { NamedMapping } from '#schema/entities/import-mapping.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import {
  applyMapping,
  contentOfMapping,
  fittingMappings,
  isApplied,
} from '#schema/rules/excel/named-mapping.ts'
import classes from '../import-dialog.module.css'
import type { SheetChoice } from '../import-steps.tsx'
import own from './mapping-dialog.module.css'
import { MappingDialog } from './mapping-dialog.tsx'
import { type NamedMappings, useNamedMappings } from './use-named-mappings.ts'

interface SavedMappingsProps {
  choice: SheetChoice
  onMapping: (mapping: ImportMapping) => void
  onGuess: () => void
}

/** Matches the columns by a saved mapping, and saves the present one. */
export function SavedMappings({ choice, onMapping, onGuess }: SavedMappingsProps) {
  const { t } = useLingui()
  const named = useNamedMappings()
  const [isOpen, setOpen] = useState(false)
  const [savedName, setSavedName] = useState<string | null>(null)
  /** Of several mappings that read the sheet alike, the one that the person chose. */
  const [chosenId, setChosenId] = useState('')
  /** What the person matched before choosing a saved mapping. */
  const [before, setBefore] = useState<ImportMapping | null>(null)
  const { names, mapping, isMapped, isRemembered } = choice
  const { mappings } = named
  const applied = mappings.filter(({ content }) => isApplied(names, mapping, content))
  const chosen = applied.find(({ id }) => id === chosenId) ?? applied[0]
  const fitting = fittingMappings(names, mapping, mappings)
  const [best] = fitting
  const bestName = best?.name
  const take = ({ id, content }: NamedMapping) => {
    const next = applyMapping({ names, guessed: mapping }, content)
    if (next === null) return
    setChosenId(id)
    if (chosen === undefined) setBefore(mapping)
    onMapping(next)
  }
  const choose = (id: string) => {
    const next = mappings.find((one) => one.id === id)
    if (next !== undefined) take(next)
    else if (before === null) onGuess()
    else onMapping(before)
  }
  return (
    <>
      <div className={own.saved}>
        {mappings.length > 0 && (
          <NativeSelect
            className={own.choice}
            label={t`Saved mapping`}
            value={chosen?.id ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            <option value="">{t`None, columns as matched here`}</option>
            {mappings.map((one) => (
              <option key={one.id} value={one.id} disabled={!fitting.includes(one)}>
                <MappingLabel mapping={one} named={named} fits={fitting.includes(one)} />
              </option>
            ))}
          </NativeSelect>
        )}
        <Button variant="default" onClick={() => setOpen(true)}>{t`Save mapping…`}</Button>
      </div>
      {best !== undefined && chosen === undefined && !isMapped && !isRemembered && (
        <p className={classes.fact}>
          <Trans>The saved mapping “{bestName}” fits this file.</Trans>{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => take(best)}>{t`Use it`}</Button>
        </p>
      )}
      <p className={classes.fact} role="status">
        {savedName !== null && <SavedText name={savedName} named={named} />}
      </p>
      <MappingDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        named={named}
        content={contentOfMapping(names, mapping)}
        onSaved={setSavedName}
      />
    </>
  )
}

interface OfMapping {
  mapping: NamedMapping
  named: NamedMappings
  fits: boolean
}

function MappingLabel({ mapping, named, fits }: OfMapping) {
  const { t } = useLingui()
  const { id, name, isShared } = mapping
  if (!fits) return t`${name} (other columns)`
  const state = named.stateOf(id)
  if (state === 'unsent') return t`${name} (not sent yet)`
  if (state === 'refused') return t`${name} (only on this device)`
  return isShared ? t`${name} (shared)` : name
}

/** Where the mapping that was just saved is kept. */
function SavedText({ name, named }: { name: string; named: NamedMappings }) {
  const saved = named.mappings.find((one) => one.name === name)
  if (saved === undefined) return null
  switch (named.stateOf(saved.id)) {
    case 'stored':
      return saved.isShared ? (
        <Trans>“{name}” is saved and shared.</Trans>
      ) : (
        <Trans>“{name}” is saved.</Trans>
      )
    case 'unsent':
      return (
        <Trans>
          “{name}” is kept on this device until you sign out. It is sent when you match columns with
          a connection.
        </Trans>
      )
    case 'refused':
      return (
        <Trans>
          The server did not take “{name}”. It is kept on this device until you sign out.
        </Trans>
      )
  }
}
