import { shown } from '../../../lib/body.ts'
import { formatSize, plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { Field, FieldRow } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { Block, type BlockForm, BlockHead, type Done } from './block.tsx'
import type { Part } from './parts.tsx'

export const PHOTOS_LABELS = {
  photos_site_go: 'Place pour toutes les photos (Go)',
  photos_source_go: 'Place pour les photos d’une source (Go)',
}

/** Photos of the site, and what they take of a disk that has so much free. */
export interface PhotosRoom {
  photos: number
  octets: number
  free: number | undefined
}

const GB = 1_000_000_000
/** From there on somebody should see to it. */
const NEARLY = 0.9

const isNearlyFull = ({ octets }: PhotosRoom, mostGo: number): boolean => octets > NEARLY * mostGo * GB

export const photosPart = (room: PhotosRoom, mostGo: number): Part => ({
  ...{ id: 'photos', title: 'Les photos' },
  ...(room.photos === 0
    ? { state: 'Aucune', tone: 'neutre' }
    : { state: formatSize(room.octets), tone: isNearlyFull(room, mostGo) ? 'warn' : 'neutre' }),
})

interface PhotosProps {
  form: BlockForm
  room: PhotosRoom
  /** In force, whatever was typed. */
  mostGo: number
  done: Done | undefined
}

/** How much room photos of registers take, and may take. */
export function PhotosBlock({ form, room, mostGo, done }: PhotosProps) {
  const { raw, errors } = form
  const used = `${plural(room.photos, 'photo', 'photos')}${NBSP}: ${formatSize(room.octets)} sur ${formatSize(mostGo * GB)}`
  return (
    <Block
      id="photos"
      title="Les photos des registres"
      done={done}
      badge={<Badge tone={isNearlyFull(room, mostGo) ? 'warn' : 'neutre'}>{formatSize(room.octets)}</Badge>}
      lead="Les photos que vos membres ajoutent aux vues d’une source sont gardées sur ce serveur. Elles ne sont pas dans les sauvegardes du site : elles ont leur propre archive."
    >
      <p>
        {used}.{room.free !== undefined && ` Il reste ${formatSize(room.free)} sur le disque.`}
      </p>
      <Form action="/parametres/photos">
        <BlockHead form={form} labels={PHOTOS_LABELS} />
        <FieldRow>
          {(['photos_site_go', 'photos_source_go'] as const).map((name) => (
            <Field name={name} label={PHOTOS_LABELS[name]} error={errors[name]} width="moyen" required>
              <input name={name} value={shown(raw, name)} inputmode="numeric" maxlength={6} autocomplete="off" />
            </Field>
          ))}
        </FieldRow>
        <Actions>
          <Submit>Enregistrer la place des photos</Submit>
        </Actions>
      </Form>
      <p>
        Pour archiver les photos, sur le serveur{NBSP}: <code>bin/releve images:archive DOSSIER</code>
      </p>
    </Block>
  )
}
