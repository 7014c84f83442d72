import { useEffect, useState } from 'react'
import classes from './qr-code.module.css'

const BORDER = 2

/** Draws a QR code as SVG from its modules, without loading an image or parsing markup. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setModules(encode(text, { border: BORDER }).data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  const path = modules
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  return (
    <svg
      className={classes.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
