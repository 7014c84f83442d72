import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../lib/emitter.ts'
import { areSingleKeysOn, SINGLE_KEYS } from './single-keys.ts'

const changes = createEmitter<boolean>()

export const setSingleKeys = (isOn: boolean): void => {
  localStorage.setItem(SINGLE_KEYS, isOn ? 'on' : 'off')
  changes.emit(isOn)
}
export const useSingleKeys = (): boolean => useSyncExternalStore(changes.on, areSingleKeysOn)
