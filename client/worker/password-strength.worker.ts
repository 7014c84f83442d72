import { estimateStrength, type Strength } from './estimate-strength.ts'

export interface StrengthQuestion {
  id: number
  password: string
  personal: readonly string[]
}
export interface StrengthAnswer {
  id: number
  strength: Strength
}

self.addEventListener(
  'message',
  ({ data: { id, password, personal } }: MessageEvent<StrengthQuestion>) => {
    const answer: StrengthAnswer = { id, strength: estimateStrength(password, personal) }
    self.postMessage(answer)
  },
)
