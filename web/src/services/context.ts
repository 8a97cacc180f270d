// SPDX-License-Identifier: MIT
//
// The services that every view uses: the rules, the engine, the library.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Library } from '../engine/library'
import type { Rules } from '../engine/rules'
import type { Engine } from '../engine/engine'

export interface Services {
  rules: Rules
  /** Resolves once its module, or what the server says of itself, is here. */
  engine: Promise<Engine>
  /** The library of games of `flank serve`; undefined on a static host. It may still be empty, which its answers tell. */
  library?: Library
  /** The address that tells of the farm which `flank serve --farm` watches; undefined without one. */
  farm?: string
  /** The address at which two people play with each other over `flank serve`; undefined without one. */
  live?: string
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('no services')
  return services
}
