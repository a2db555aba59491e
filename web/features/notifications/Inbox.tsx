import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { byDay } from './days.ts';
import { InboxRow } from './InboxRow.tsx';
import { getInbox, inboxQuery } from './loader.ts';
import { useChangeInbox } from './use-change-inbox.ts';

/** The notifications of a view by day, and the older ones on demand. */
export function Inbox() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const asked = getInbox(useSearchValues());
  const change = useSetSearch();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(inboxQuery(asked));
  const inbox = useChangeInbox();
  // Items deleted or read a moment ago stay visible until the list is refetched, but never in the wrong view.
  const items = data.pages.flatMap((page) => page.items).filter((item) => item.deleted === (asked.view === 'deleted'));
  const days = byDay(items, { language, zone, now: new Date(), today: t('inbox.today'), yesterday: t('inbox.yesterday') });
  const none = asked.family ? (
    <FilteredEmpty filters={t(`inbox.family.${asked.family}`)} onClear={() => change({ family: undefined })} />
  ) : (
    <EmptyState title={t(`inbox.empty.${asked.view}`)} seed="inbox" />
  );
  return (
    <>
      {days.length === 0 && none}
      {days.map((day) => (
        <section key={day.key} aria-labelledby={`day-${day.key}`}>
          <h2 className="inbox-day" id={`day-${day.key}`}>
            {day.title}
          </h2>
          <ul className="inbox-list plain-list">
            {day.items.map((item) => (
              <InboxRow key={item.id} item={item} zone={zone} onChange={(action) => void inbox.change(action, item)} />
            ))}
          </ul>
        </section>
      ))}
      <div className="inbox-foot">
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        )}
        {items.length > 0 && <p className="muted small">{t('inbox.kept')}</p>}
      </div>
    </>
  );
}
