import { useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { Avatar } from '../elements/avatar.tsx'
import type { AvatarKind } from '../elements/initials.tsx'
import { lazyDialog } from '../pages/lazy-part.tsx'
import { refusalText } from '../feedback/refusal-text.ts'
import { toast } from '../feedback/toast.tsx'
import { ExplainedButton } from '../feedback/explained-button.tsx'
import { useOfflineReason } from '../feedback/use-offline-reason.ts'
import classes from '../elements/avatar.module.css'

const AvatarDialog = lazyDialog(() =>
  import('./avatar-dialog.tsx').then((part) => part.AvatarDialog),
)

/** Larger files are no picture of this kind and may exceed the browser's memory. */
const MOST_BYTES = 30_000_000
const SHOWN_PX = 72

interface AvatarPartProps {
  avatar: string | null
  name: string
  kind?: AvatarKind
  /** Title of the dialog in which the picture is cropped. */
  title: string
  /** Stores the picture, in base64; null removes it. */
  save: (picture: string | null) => Promise<unknown>
}

/** Lets a person choose, crop, upload and remove a picture. */
export function AvatarPart({ avatar, name, kind, title, save }: AvatarPartProps) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const close = () => {
    picture?.close()
    setPicture(null)
  }
  const pick = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MOST_BYTES)
      return toast.error(t`This picture is larger than 30 MB. Choose a smaller one.`)
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      toast.error(t`This picture cannot be read. Choose a PNG, JPEG or WebP file.`)
    }
  }
  const send = async (content: string | null): Promise<void> => {
    await save(content)
    close()
    toast.success(content === null ? t`Picture removed` : t`Picture saved`)
  }
  return (
    <div className={classes.part}>
      <Avatar picture={avatar} name={name} size={SHOWN_PX} kind={kind} />
      <div className={classes.buttons}>
        <ExplainedButton
          variant="default"
          reason={offlineReason}
          onClick={() => input.current?.click()}
        >
          {avatar === null ? t`Choose a picture…` : t`Change picture…`}
        </ExplainedButton>
        {avatar !== null && (
          <ExplainedButton
            variant="default"
            reason={offlineReason}
            onClick={() =>
              void send(null).catch((error: unknown) => toast.error(refusalText(error)))
            }
          >{t`Remove picture`}</ExplainedButton>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t`Picture`}
        onChange={(event) => {
          void pick(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Suspense fallback={null}>
        {picture !== null && (
          <AvatarDialog {...{ picture, title, kind }} onClose={close} onSave={send} />
        )}
      </Suspense>
    </div>
  )
}
