const LEET: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' }

/** A text with letters for the figures and signs that are written in their place: « m0td3passe » is « motdepasse ». */
export const withoutLeet = (text: string): string => text.replace(/[@43105$]/g, (sign) => LEET[sign] ?? sign)
