import { linkParts } from './link-parts.ts'

/** A text whose web addresses are links. The pages they open learn nothing of this one. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: shown, href }, at) =>
    href === undefined ? (
      shown
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    ),
  )
}
