import type { Mail } from '../../lib/mailer.ts'
import { formatInstant } from '../../lib/text.ts'
import { INVITATION_DAYS } from './links.ts'
import { type MailFrame, mail, STRANGER_FOOTER } from './mail-frame.tsx'

/** The PIN of a log-in. */
export const pinMail = (frame: MailFrame, pin: string): Mail =>
  mail(frame, 'Votre code de connexion', [
    { text: 'Voici le code qui termine votre connexion. Il est valable dix minutes et ne sert qu’une fois\u00a0:' },
    { code: pin },
    {
      text: 'Si vous ne vous connectez pas en ce moment, quelqu’un connaît votre mot de passe\u00a0: changez-le dans votre profil, et prévenez un administrateur.',
    },
  ])

export const wrongPinsMail = (frame: MailFrame): Mail =>
  mail(frame, 'Codes de connexion faux', [
    {
      text: 'Quelqu’un a donné votre mot de passe, puis cinq codes de connexion faux. La connexion a été refusée.',
    },
    {
      text: 'Si c’était vous, recommencez simplement. Sinon, changez votre mot de passe dans votre profil\u00a0: quelqu’un d’autre le connaît.',
    },
  ])

/** `navigateur`: in words; `adresse`: approximate, '' where it is not known; `le`: ISO instant. */
export const newBrowserMail = (frame: MailFrame, about: { navigateur: string; adresse: string; le: string }): Mail =>
  mail(frame, 'Nouvelle connexion à votre compte', [
    {
      text: `Le compte ${frame.to.name} vient d’être ouvert sur un appareil où il ne l’avait jamais été\u00a0: le ${formatInstant(about.le)}, ${about.navigateur}${about.adresse === '' ? '' : `, depuis une adresse qui commence par ${about.adresse}`}.`,
    },
    { text: 'Si c’était vous, il n’y a rien à faire\u00a0: cet appareil sera reconnu la prochaine fois.' },
    {
      text: 'Sinon, quelqu’un connaît votre mot de passe\u00a0: changez-le dans votre profil, ce qui ferme toutes vos autres sessions, et prévenez un administrateur.',
    },
  ])

export const registrationMail = (frame: MailFrame, href: string): Mail =>
  mail(
    frame,
    'Confirmez votre adresse',
    [
      {
        text: `Vous avez demandé un compte sur ${frame.siteName}. Confirmez que cette adresse est la vôtre pour l’ouvrir.`,
      },
      { href, label: 'Ouvrir mon compte' },
      { text: 'Ce lien est valable deux jours.' },
    ],
    STRANGER_FOOTER,
  )

export const acceptedMail = (frame: MailFrame, href: string): Mail =>
  mail(frame, 'Votre compte est ouvert', [
    {
      text: `Votre demande est acceptée\u00a0: vous pouvez vous connecter à ${frame.siteName} sous le nom de ${frame.to.name}, avec le mot de passe que vous avez choisi.`,
    },
    { href, label: 'Me connecter' },
  ])

/** `contact`: whom to ask about it, in the words of the settings; '' where they name nobody. */
export const refusedMail = (frame: MailFrame, contact: string): Mail =>
  mail(
    frame,
    'Votre demande de compte',
    [
      {
        text: `Vous avez demandé un compte sur ${frame.siteName}. Un administrateur n’a pas donné suite à cette demande\u00a0: elle est effacée, avec le mot de passe que vous aviez choisi.`,
      },
      {
        text:
          contact === ''
            ? 'Si vous pensez à une erreur, parlez-en à l’association.'
            : `Si vous pensez à une erreur, adressez-vous à ${contact}.`,
      },
    ],
    STRANGER_FOOTER,
  )

export const takenNameMail = (frame: MailFrame, href: string): Mail =>
  mail(
    frame,
    'Choisissez un autre nom d’utilisateur',
    [
      {
        text: `Vous avez demandé un compte sur ${frame.siteName}. Le nom d’utilisateur que vous avez choisi, ou un nom qui lui ressemble, est déjà celui de quelqu’un d’autre\u00a0: rien n’a été créé.`,
      },
      { href, label: 'Demander un compte sous un autre nom' },
    ],
    STRANGER_FOOTER,
  )

export const knownAddressMail = (frame: MailFrame, href: string): Mail =>
  mail(frame, 'Vous avez déjà un compte', [
    {
      text: `Quelqu’un vient de demander un compte avec votre adresse. Vous en avez déjà un, au nom de ${frame.to.name}\u00a0: rien n’a été créé ni changé.`,
    },
    { text: 'Si vous aviez oublié votre mot de passe, vous pouvez en choisir un autre.' },
    { href, label: 'Choisir un autre mot de passe' },
  ])

export const forgottenPasswordMail = (frame: MailFrame, href: string): Mail =>
  mail(frame, 'Choisir un nouveau mot de passe', [
    { text: `Quelqu’un, vous sans doute, a demandé à remplacer le mot de passe du compte ${frame.to.name}.` },
    { href, label: 'Choisir un nouveau mot de passe' },
    {
      text: 'Ce lien est valable une heure et ne sert qu’une fois. Si vous n’avez rien demandé, n’en tenez pas compte.',
    },
  ])

/** `depuis`: months without a visit; `mois`: those that are left before the account is closed, null where it never is. */
export const unusedMail = (
  frame: MailFrame,
  href: string,
  { depuis, mois }: { depuis: number; mois: number | null },
): Mail =>
  mail(frame, 'Votre compte ne sert plus', [
    { text: `Vous n’êtes pas venu sur ${frame.siteName} depuis plus de ${depuis} mois.` },
    {
      text:
        mois === null
          ? 'Si vous n’en avez plus besoin, vous pouvez supprimer votre compte dans votre profil.'
          : `Pour garder votre compte, connectez-vous une fois. Sinon il sera fermé dans ${mois} mois environ\u00a0; vos relevés resteront, et un administrateur pourra le rouvrir.`,
    },
    { href, label: 'Me connecter' },
  ])

/** `nom`: the account that went into this one; `contact`: whom to ask, '' where the settings name nobody. */
export const mergedMail = (frame: MailFrame, nom: string, contact: string): Mail =>
  mail(frame, 'Vos deux comptes n’en font plus qu’un', [
    {
      text: `Un administrateur de ${frame.siteName} a fusionné le compte ${nom} avec le vôtre, ${frame.to.name} : ce qui y avait été saisi est désormais à votre nom, et ${nom} ne permet plus de se connecter.`,
    },
    {
      text: `Votre nom d’utilisateur, votre mot de passe et vos droits n’ont pas changé. Si ce compte n’était pas le vôtre, ${contact === '' ? 'prévenez tout de suite un administrateur' : `adressez-vous tout de suite à ${contact}`}.`,
    },
  ])

export const passwordChangedMail = (frame: MailFrame): Mail =>
  mail(frame, 'Votre mot de passe a changé', [
    { text: `Le mot de passe du compte ${frame.to.name} vient d’être remplacé, par le lien d’un courriel.` },
    { text: 'Si ce n’était pas vous, prévenez tout de suite un administrateur.' },
  ])

export const invitationMail = (frame: MailFrame, href: string): Mail =>
  mail(frame, 'Votre compte vous attend', [
    {
      text: `Un compte vient d’être ouvert pour vous sur ${frame.siteName}. Choisissez son mot de passe pour y entrer\u00a0; votre nom d’utilisateur est ${frame.to.name}.`,
    },
    { href, label: 'Choisir mon mot de passe' },
    {
      text: `Ce lien est valable ${INVITATION_DAYS} jours et ne sert qu’une fois. S’il est trop ancien, demandez une autre invitation à la personne qui vous a ouvert ce compte.`,
    },
  ])

export const addressMail = (frame: MailFrame, href: string): Mail =>
  mail(
    frame,
    'Confirmez votre adresse',
    [
      { text: `Confirmez que cette adresse est la vôtre\u00a0: le compte ${frame.to.name} s’en servira.` },
      { href, label: 'Confirmer cette adresse' },
      { text: 'Ce lien est valable deux jours.' },
    ],
    STRANGER_FOOTER,
  )

export const takenAddressMail = (frame: MailFrame): Mail =>
  mail(frame, 'Votre adresse a été donnée pour un autre compte', [
    {
      text: 'Quelqu’un a voulu donner votre adresse à un autre compte de ce site. Rien n’a changé\u00a0: elle reste celle du vôtre.',
    },
  ])

export const movedAddressMail = (frame: MailFrame): Mail =>
  mail(
    frame,
    'Votre compte a une autre adresse',
    [
      {
        text: `Le compte ${frame.to.name} vient de recevoir une autre adresse électronique. Celle-ci ne lui sert plus.`,
      },
      { text: 'Si ce n’était pas vous, prévenez tout de suite un administrateur.' },
    ],
    'Vous recevez ce courriel parce que cette adresse était celle d’un compte de ce site.',
  )
