import type { Mark } from '../../../db/schema-alertes.ts'
import { formatDay } from '../../../lib/text.ts'
import type { Highlights } from '../../../search/plan.ts'
import { Form, Submit } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { FoundActs } from '../../recherche/kept-views.tsx'
import type { Hit } from '../../recherche/queries/hits.ts'
import type { News } from '../queries/news.ts'
import type { Known, Replayed, SavedSearch } from '../queries/saved.ts'
import { newsText, PATH } from '../rules/words.ts'
import { searchAddress, wordsOf } from './list.tsx'

interface NewsProps {
  search: SavedSearch
  replayed: Replayed
  known: Known
  news: News
  hits: Hit[]
  highlights: Highlights
  upTo: Mark
  page: number
  perPage: number
}

export function NewsPage({ search, replayed, known, news, hits, highlights, upTo, page, perPage }: NewsProps) {
  const n = news.keys.length
  const since = `depuis le ${formatDay(search.vu_at)}`
  return (
    <>
      <PageHead
        title={search.titre}
        lead={n > 0 ? `${newsText(n, news.isMore)} ${since}` : undefined}
        action={<LinkButton href={searchAddress(search)}>Toute la recherche</LinkButton>}
      />
      <p class="aide">{wordsOf(replayed, known)}</p>
      {n === 0 ? (
        <EmptyState title={`Rien de nouveau ${since}`}>
          Ce qui sera saisi ou validé, et que vous pourrez voir, viendra ici.
        </EmptyState>
      ) : (
        <>
          <Form action={`${PATH}/${search.id}/vue`}>
            <input type="hidden" name="jusque" value={JSON.stringify(upTo)} />
            <Submit>Marquer comme vus</Submit>
          </Form>
          <FoundActs hits={hits} highlights={highlights} />
          <Pagination
            paging={{ page, parPage: perPage }}
            total={n}
            href={(at) => `${PATH}/${search.id}?page=${at}&par_page=${perPage}`}
          />
        </>
      )}
    </>
  )
}
