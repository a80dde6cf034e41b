/** One number alone, with words around it, or the first of « 45/120 »: « vue 45 », « 45 gauche ». Pages (« 12-13 ») are no view. */
const ONE = /^\D*?(\d{1,6})(?:\D*|\s*\/\s*\d+\D*)$/

/** The view that somebody wrote into the field `vue`, as the register counts; undefined where it says none (static/js/volet-numeros.js). */
export function viewNumber(text: string): number | undefined {
  const [, digits] = ONE.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
