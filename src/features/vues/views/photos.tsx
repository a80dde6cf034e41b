import { formatSize } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { CheckField, Field, HelpMark } from '../../../ui/field.tsx'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import type { Quota } from '../rules/quota.ts'

/** The form of photos tells the room there is, and asks about originals whoever may keep them. */
export interface PhotosRoom {
  quota: Quota
  mayKeep: boolean
}

const TYPES = 'image/jpeg,image/png,image/webp'

/** Photos of a register, of one's own. With scripts a whole folder goes, photo after photo, each with its copies (static/js/photos.js). */
export function PhotosForm({ path, error, quota, mayKeep }: PhotosRoom & { path: string; error: string | undefined }) {
  const { source, site } = quota
  return (
    <Form action={path} enctype="multipart/form-data" data-photos={`${path}/empreintes`}>
      <input type="hidden" name="photos" value="1" />
      <Field
        name="images"
        label="Photos du registre"
        help="JPEG, PNG ou WebP, 15 Mo au plus chacune. Elles sont rangées dans l’ordre de leurs noms, après la dernière vue."
        error={error}
        aside={<HelpMark page="photos#vos-photos" about="les photos du registre" />}
      >
        <input type="file" name="images" multiple accept={TYPES} />
      </Field>
      <div class="champ" data-photos-dossier hidden>
        <label for="dossier-photos">Ou tout un dossier</label>
        <input type="file" id="dossier-photos" webkitdirectory multiple />
      </div>
      {mayKeep && (
        <CheckField
          name="garder_original"
          label="Garder l’original"
          help="Sans cela, le site garde de chaque photo une copie de 2000 points, qui suffit pour lire et part plus vite."
        >
          <input type="checkbox" name="garder_original" value="1" />
        </CheckField>
      )}
      <p class="aide">
        {`Photos de cette source${NBSP}: ${formatSize(source.octets)} sur ${formatSize(source.most)}${NBSP}; du site${NBSP}: ${formatSize(site.octets)} sur ${formatSize(site.most)}.`}
      </p>
      <Actions>
        <Submit>Envoyer les photos</Submit>
      </Actions>
      <div data-photos-suivi hidden />
    </Form>
  )
}
