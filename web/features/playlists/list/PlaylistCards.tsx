import { useListAddress } from '../../../app/address/list-address.ts';
import { useRead } from '../../../app/data/use-read.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { useTranslation } from '../../../i18n.ts';
import { Cover } from '../../../ui/Cover.tsx';
import { EmptyState, FilteredEmpty } from '../../../ui/EmptyState.tsx';
import { IconPlayerPlay } from '../../../ui/icons.ts';
import { CardsSkeleton } from '../../../ui/Skeletons.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { cardOptions, listQuery, toCardInput } from '../loader.ts';
import { lapTime, playAddress } from './words.ts';
// The search field's style is part of the table's.
import '../../../ui/table/DataTable.css';
import '../../../ui/ReportCard.css';
import './playlist-cards.css';

/** The slideshows of a user who can only watch: cards that play. */
export function PlaylistCards() {
  return (
    <Reading waiting={(onRetry) => <CardsSkeleton onRetry={onRetry} />}>
      <Cards />
    </Reading>
  );
}

function Cards() {
  const { t } = useTranslation();
  const list = useListAddress(cardOptions);
  const { data, isBehind } = useRead(listQuery(toCardInput(list)));
  const paging = list.paging(data);
  return (
    <>
      {(data.items.length > 0 || list.search) && (
        <div className="playlist-cards-tools">
          <SearchBox value={list.search} label={t('playlists.search')} onChange={list.onSearch} />
        </div>
      )}
      <ul className="plain-list card-grid" data-old={isBehind || undefined} aria-label={t('playlists.title')}>
        {data.items.map((row) => (
          <li key={row.id} className="playlist-card report-card">
            <div className="report-card-cover playlist-card-cover" aria-hidden="true">
              <Cover seed={row.id} hue={0} />
              <span className="playlist-card-play">
                <IconPlayerPlay size={22} stroke={1.9} />
              </span>
            </div>
            <div className="report-card-words">
              <h2 className="report-card-title">
                <UiLink href={playAddress(row)} className="stretched" aria-label={`${t('playlists.action.play')}: ${row.name}`}>
                  {row.name}
                </UiLink>
              </h2>
              <p className="tiny muted num">
                {t('playlists.items', { count: row.items })} · {lapTime(row.seconds)}
              </p>
              {row.description && <p className="small muted">{row.description}</p>}
            </div>
          </li>
        ))}
      </ul>
      {data.items.length === 0 &&
        (list.search ? <FilteredEmpty filters={list.search} onClear={list.clear} /> : <EmptyState text={t('playlists.emptyViewer')} />)}
      {paging && data.pages > 1 && <Pagination shown={data.items.length} paging={paging} />}
    </>
  );
}
