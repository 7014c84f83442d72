import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { AVATAR_LIMITS } from '#schema/tables/avatars.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { ErrorSummary } from '../fields/error-summary.tsx'
import { refusalText } from '../feedback/refusal-text.ts'
import classes from './avatar-dialog.module.css'
import type { AvatarKind } from '../elements/initials.tsx'
import { type Crop, drawCrop, insideOf, MIDDLE, MOST_ZOOM, pictureOf } from './crop-picture.ts'

const STEP = 0.01

interface AvatarDialogProps {
  picture: ImageBitmap
  title: string
  kind: AvatarKind | undefined
  onClose: () => void
  onSave: (content: string) => Promise<void>
}

/** Crops the square of a picture that is shown. The rest of the picture is never sent. */
export function AvatarDialog({ picture, title, kind, onClose, onSave }: AvatarDialogProps) {
  const { t } = useLingui()
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [crop, setCrop] = useState<Crop>(MIDDLE)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const held = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    if (canvas !== null) drawCrop(canvas, picture, crop)
  }, [canvas, picture, crop])

  const change = (next: Partial<Crop>) => setCrop((last) => insideOf(picture, { ...last, ...next }))
  /** Moves the square by `dx` and `dy`, in shares of its side. */
  const move = (dx: number, dy: number) =>
    setCrop((last) => {
      const side = Math.min(picture.width, picture.height) / last.zoom
      return insideOf(picture, {
        ...last,
        x: last.x + (dx * side) / picture.width,
        y: last.y + (dy * side) / picture.height,
      })
    })
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (held.current === null) return
    const { clientWidth } = event.currentTarget
    move(
      (held.current.x - event.clientX) / clientWidth,
      (held.current.y - event.clientY) / clientWidth,
    )
    held.current = { x: event.clientX, y: event.clientY }
  }
  const save = async () => {
    if (canvas === null) return
    setBusy(true)
    setFault(null)
    try {
      await onSave(await pictureOf(canvas))
    } catch (error) {
      setFault(refusalText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <ErrorSummary errors={fault === null ? [] : [{ inputId: null, text: fault }]} />
      <canvas
        ref={setCanvas}
        className={classes.canvas}
        data-kind={kind}
        width={AVATAR_LIMITS.size}
        height={AVATAR_LIMITS.size}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null
        }}
        onPointerCancel={() => {
          held.current = null
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          held.current = { x: event.clientX, y: event.clientY }
        }}
      >
        <Trans>Crop of the picture</Trans>
      </canvas>
      <p className={classes.hint}>
        <Trans>Drag the picture to crop it, or use the sliders.</Trans>
      </p>
      <CropSliders crop={crop} onChange={change} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button loading={isBusy} onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </Dialog>
  )
}

function CropSliders({ crop, onChange }: { crop: Crop; onChange: (next: Partial<Crop>) => void }) {
  return (
    <div className={classes.sliders}>
      <label>
        <Trans>Zoom</Trans>
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={STEP}
          value={crop.zoom}
          onChange={(event) => onChange({ zoom: Number(event.currentTarget.value) })}
        />
      </label>
      <label>
        <Trans>Move left or right</Trans>
        <input
          type="range"
          min={0}
          max={1}
          step={STEP}
          value={crop.x}
          onChange={(event) => onChange({ x: Number(event.currentTarget.value) })}
        />
      </label>
      <label>
        <Trans>Move up or down</Trans>
        <input
          type="range"
          min={0}
          max={1}
          step={STEP}
          value={crop.y}
          onChange={(event) => onChange({ y: Number(event.currentTarget.value) })}
        />
      </label>
    </div>
  )
}
