/** A WebSocket whose server is the test. */
export class Line {
  static all: Line[] = []
  readyState = 0
  binaryType = 'blob'
  sent: string[] = []
  onopen: (() => void) | null = null
  onclose: ((event: object) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    Line.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code: 1006, reason: '', wasClean: false })
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  frame(command: string, headers: Record<string, string> = {}, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
    this.onmessage?.({ data: `${command}\n${lines.join('')}\n${body}\0` })
  }
  /** Headers of the sent frames of one kind. */
  of(command: string): string[] {
    return this.sent.filter((text) => text.startsWith(`${command}\n`))
  }
}
export const lastLine = (): Line => {
  const line = Line.all.at(-1)
  if (line === undefined) throw new Error('No socket was opened')
  return line
}
