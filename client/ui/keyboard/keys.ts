const NAMES: Record<string, string> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: 'Space',
}
const isMac = () => typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')

/** The name of a shortcut: `mod+k` becomes `Ctrl K`, on a Mac `⌘ K`. */
export const keyNames = (chord: string): string =>
  chord
    .split('+')
    .map((part) =>
      part === 'mod' && isMac()
        ? '⌘'
        : (NAMES[part.toLowerCase()] ?? (/^(.|f\d+)$/.test(part) ? part.toUpperCase() : part)),
    )
    .join(' ')

/** The chord of a key press in the registry's notation: `mod+k`, `shift+enter`, `?`. */
export const chordOf = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string => {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const isPrintable = event.key.length === 1
  const parts = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    // Shift is already part of a printed character such as ?.
    event.shiftKey && (!isPrintable || /[a-z]/i.test(event.key)) ? 'shift' : '',
    key,
  ]
  return parts.filter((part) => part !== '').join('+')
}
