import { useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch, useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { reportAddress } from '../../app/address/report-address.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { useRead } from '../../app/data/use-read.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconClock, IconLock, IconX } from '../../ui/icons.ts';
import { CardsSkeleton, Skeleton } from '../../ui/Skeletons.tsx';
import { selectedInSight } from '../../ui/selected-in-sight.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { SearchBox } from '../../ui/table/SearchBox.tsx';
import { AskDialog } from './AskDialog.tsx';
import { cardsOnPage, catalogQuery, toCardsInput } from './loader.ts';
import type { CatalogAnswer, CatalogCard } from './queries.ts';
import { useCancelRequest } from './use-cancel-request.ts';
// The search field's style is part of the table's.
import '../../ui/table/DataTable.css';

/** The footer of a catalog card: what this user can do about the report. */
function Offer({ card, onAsk }: { card: CatalogCard; onAsk: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const who = useWho();
  const cancel = useCancelRequest();
  const { kind, at, requestId } = card.offer;
  const day = at ? formatDate(language, new Date(at), zone) : '';
  if (kind === 'open')
    return (
      <ButtonLink size="s" kind="primary" href={reportAddress(card, who?.profile ?? 'user')}>
        {t('catalogs.open')}
      </ButtonLink>
    );
  if (kind === 'pending')
    return (
      <>
        <Badge tone="info" icon={IconClock}>
          {t('catalogs.askedOn', { day })}
        </Badge>
        {requestId && (
          <Button size="s" onClick={() => void cancel({ id: requestId, title: card.title })}>
            {t('catalogs.cancel')}
          </Button>
        )}
      </>
    );
  if (kind === 'wait') return <Badge icon={IconX}>{t('catalogs.waitUntil', { day })}</Badge>;
  if (!who || !can(who, 'catalogs.ask')) return <Badge icon={IconLock}>{t('catalogs.noAccess')}</Badge>;
  return (
    <Button size="s" onClick={onAsk}>
      {t('catalogs.ask')}
    </Button>
  );
}

/** Above the cards: their groups, and the search. */
function Tools({ answer, isReading = false }: { answer?: CatalogAnswer; isReading?: boolean }) {
  const { t, language } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const search = values.search ?? '';
  const getHref = (group: string | undefined) =>
    `/catalogs${changedSearch(stringifySearch(values), { group, page: undefined, ask: undefined })}`;
  const all = answer?.groups.reduce((sum, group) => sum + group.reports, 0);
  return (
    <div className="catalog-tools">
      <nav ref={selectedInSight} className="view-chips" aria-label={t('catalogs.groups')}>
        <Chip
          href={getHref(undefined)}
          on={!values.group}
          count={values.group || search ? undefined : answer && formatNumber(language, Math.max(all ?? 0, answer.total))}
        >
          {t('catalogs.all')}
        </Chip>
        {answer?.groups.map((group) => (
          <Chip key={group.id} href={getHref(group.id)} on={values.group === group.id} count={formatNumber(language, group.reports)}>
            {group.name}
          </Chip>
        ))}
      </nav>
      {isReading ? (
        // A field to type in comes with the cards: the first answer would replace what was typed before.
        <Skeleton width={280} height={34} radius={8} />
      ) : (
        <SearchBox
          value={search}
          label={t('catalogs.search')}
          onChange={(text) => change({ search: text || undefined, page: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

/** The catalog as cards, by group, with search; each card offers its next action. */
export function CatalogCards() {
  return (
    <Reading
      waiting={(onRetry) => (
        <>
          <Tools isReading />
          <CardsSkeleton onRetry={onRetry} />
        </>
      )}
      failure={(failed) => (
        <>
          <Tools />
          <ReadFailure {...failed} />
        </>
      )}
    >
      <Cards />
    </Reading>
  );
}

function Cards() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const search = values.search ?? '';
  const input = toCardsInput(values);
  const { data, isBehind } = useRead(catalogQuery(input));
  const [asking, setAsking] = useState(() => {
    // A link from the refused report leads here, with its request dialog open.
    const named = data.items.find((card) => card.id === values.ask && card.offer.kind === 'ask');
    return named ? { card: named, opening: 1, opened: true } : null;
  });
  const ask = (card: CatalogCard) => setAsking((before) => ({ card, opening: (before?.opening ?? 0) + 1, opened: true }));
  return (
    <>
      <Tools answer={data} />
      {data.items.length > 0 && (
        <>
          <ul className="catalog-cards plain-list" data-old={isBehind || undefined}>
            {data.items.map((card) => (
              <Card key={card.id} card={card} onAsk={() => ask(card)} />
            ))}
          </ul>
          {data.pages > 1 && (
            <Pagination
              shown={data.items.length}
              paging={{
                page: data.page ?? input.page,
                pages: data.pages,
                size: cardsOnPage,
                total: data.total,
                totalIsExact: data.totalIsExact,
                onPage: (next) => change({ page: String(next) }),
              }}
            />
          )}
        </>
      )}
      {data.items.length === 0 &&
        (search || values.group || values.ask ? (
          <FilteredEmpty
            filters={search || t('catalogs.groups')}
            onClear={() => change({ search: undefined, group: undefined, ask: undefined, page: undefined }, { replace: true })}
          />
        ) : (
          <EmptyState text={t('catalogs.empty')} />
        ))}
      {asking && (
        <Part>
          <AskDialog
            key={asking.opening}
            card={asking.card}
            opened={asking.opened}
            onClose={() => setAsking((before) => before && { ...before, opened: false })}
          />
        </Part>
      )}
    </>
  );
}

function Card({ card, onAsk }: { card: CatalogCard; onAsk: () => void }) {
  return (
    <li className="catalog-card">
      <div className="catalog-cover" aria-hidden="true">
        <Cover
          seed={card.id}
          hue={card.group?.hue ?? 0}
          picture={card.cover.file && `/storage/${card.cover.file}`}
          kind={card.cover.kind}
        />
      </div>
      <div className="catalog-words">
        <h2>{card.title}</h2>
        {card.description && <p className="muted">{card.description}</p>}
      </div>
      <div className="catalog-foot">
        <span className="small muted">{card.owner ?? card.group?.name ?? ''}</span>
        <span className="catalog-offer">
          <Offer card={card} onAsk={onAsk} />
        </span>
      </div>
    </li>
  );
}
