/** An address of a view is made of these. */
export interface ViewParts {
  ark: string | null
  ark_vue: string | null
  numero: number
}

const PLACES = ['{ark}', '{ark_vue}', '{vue}'] as const

/** The address that a pattern (`https://…/{ark}/daogrp/0/{vue}`) gives a view; null where the view has not what the pattern asks for. */
export function addressOf(pattern: string, { ark, ark_vue, numero }: ViewParts): string | null {
  const values = { '{ark}': ark, '{ark_vue}': ark_vue, '{vue}': ark_vue ?? String(numero) }
  let address = pattern
  for (const place of PLACES) {
    if (!address.includes(place)) continue
    const value = values[place]
    if (value === null) return null
    address = address.replaceAll(place, value)
  }
  return address
}
