import { Figures } from '../../ui/figures.tsx'
import { PageHead } from '../../ui/page.tsx'
import { type OpenLogIns, OpenLogInsNotice } from '../auth/open-log-ins-views.tsx'
import type { AdministrationCounts } from './queries.ts'

const CHAPTERS: { name: keyof AdministrationCounts; label: string; href: string }[] = [
  { name: 'users', label: 'Utilisateurs', href: '/admin/utilisateurs' },
  { name: 'sections', label: 'Sections', href: '/admin/sections' },
  { name: 'depots', label: 'Dépôts', href: '/admin/depots' },
  { name: 'types_lieux', label: 'Types de lieux', href: '/admin/types-lieux' },
  { name: 'types_sources', label: 'Types de sources', href: '/admin/types-sources' },
]

export function AdministrationPage({ counts, openLogIns }: { counts: AdministrationCounts; openLogIns: OpenLogIns }) {
  return (
    <>
      <PageHead
        title="Administration"
        lead="Les personnes et leurs sections, les lieux de conservation, et ce qui se relève."
      />
      <OpenLogInsNotice {...openLogIns} />
      <Figures items={CHAPTERS.map(({ name, label, href }) => ({ value: counts[name], label, href }))} />
      <p>
        <a href="/parametres">Paramètres du site : titre, logo, inscriptions, courriel, carte, mises à jour</a>
      </p>
      <p>
        <a href="/admin/journal">Journal des connexions, des droits et des exports</a>
      </p>
      <p>
        <a href="/parametres/sauvegardes">Sauvegardes</a>
      </p>
      <p>
        <a href="/admin/taches">Courriels et travaux de fond en échec</a>
      </p>
    </>
  )
}
