import { NBSP } from '../../../../lib/typo.ts'
import { inGroups, typedRecoveryCode } from '../../../auth/rules/recovery-codes.ts'

/** The codes among the words of a hidden field. */
export const codesIn = (text: string): string[] => text.split(/\s+/).flatMap((word) => typedRecoveryCode(word) ?? [])

/** The file to keep, of the codes of `name` on this site. */
export const codesFile = (siteName: string, name: string, codes: readonly string[]): string =>
  [
    `Codes de secours de ${name} sur ${siteName}`,
    '',
    `Si votre téléphone ou votre clé est perdu${NBSP}: à la connexion, « Utiliser un code de secours ».`,
    'Chacun ne sert qu’une fois. De nouveaux codes rendent ceux-ci inutiles.',
    '',
    ...codes.map(inGroups),
    '',
  ].join('\r\n')
