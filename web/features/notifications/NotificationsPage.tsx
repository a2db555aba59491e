import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { homeOf } from '../../../domain/access/screens.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { families } from '../../../domain/notifications/families.ts';
import { changedSearch, stringifySearch, useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconChecks, IconMailCog } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { byDay } from './days.ts';
import { InboxRow } from './InboxRow.tsx';
import { inboxQuery, views } from './queries.ts';
import { useChangeInbox } from './use-change-inbox.ts';
import './notifications.css';

const MailPanel = lazy(() => import('./MailPanel.tsx').then((module) => ({ default: module.MailPanel })));

/** The user's inbox, grouped by day: unread ones tinted, each with one link to its subject. */
export function NotificationsPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const values = useSearchValues();
  const change = useSetSearch();
  const view = views.find((each) => each === values.view) ?? 'all';
  const family = families.find((each) => each === values.family);
  const query = useInfiniteQuery(inboxQuery(view, family));
  const inbox = useChangeInbox();
  const title = t('inbox.title');
  const who = useWho();
  useBreadcrumb([{ label: t('shell.entry.home'), href: who ? homeOf(who.profile) : '/' }, { label: title }]);
  const pages = query.data?.pages ?? [];
  const counts = pages.at(-1)?.counts;
  // Items deleted or read a moment ago stay visible until the list is refetched, but never in the wrong view.
  const items = pages.flatMap((page) => page.items).filter((item) => item.deleted === (view === 'deleted'));
  const days = byDay(items, { language, zone, now: new Date(), today: t('inbox.today'), yesterday: t('inbox.yesterday') });
  const hrefOf = (next: string) => `/notifications${changedSearch(stringifySearch(values), { view: next === 'all' ? undefined : next })}`;
  const openMail = () => change({ panel: 'mail' });

  const list = () => {
    if (query.error && !query.data) {
      const requestId = query.error instanceof ApiError ? query.error.requestId : null;
      return <ErrorState text={errorText(query.error)} requestId={requestId} onRetry={() => void query.refetch()} />;
    }
    if (!query.data) return <ListSkeleton count={6} onRetry={() => void query.refetch()} />;
    if (days.length === 0) {
      if (family) return <FilteredEmpty filters={t(`inbox.family.${family}`)} onClear={() => change({ family: undefined })} />;
      return <EmptyState title={t(`inbox.empty.${view}`)} seed="inbox" />;
    }
    return days.map((day) => (
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
    ));
  };
  return (
    <div className="page inbox">
      <PageHeader
        title={title}
        actions={
          <>
            <Button icon={IconChecks} onClick={() => void inbox.readAll()}>
              {t('inbox.readAll')}
            </Button>
            <IconButton icon={IconMailCog} label={t('inbox.choose')} aria-haspopup="dialog" onClick={openMail} />
          </>
        }
      />
      <div className="inbox-tools">
        <nav className="inbox-views" aria-label={t('inbox.views')}>
          {views.map((each) => (
            <Chip key={each} href={hrefOf(each)} on={each === view} count={counts && formatNumber(language, counts[each])}>
              {t(`inbox.view.${each}`)}
            </Chip>
          ))}
        </nav>
        <Select
          aria-label={t('inbox.families')}
          data={[
            { value: '', label: t('inbox.family.any') },
            ...families.map((each) => ({ value: each, label: t(`inbox.family.${each}`) })),
          ]}
          value={family ?? ''}
          onChange={(next) => change({ family: next || undefined }, { replace: true })}
          allowDeselect={false}
          className="inbox-family"
        />
      </div>
      {list()}
      <div className="inbox-foot">
        {query.hasNextPage && (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        )}
        {items.length > 0 && <p className="muted small">{t('inbox.kept')}</p>}
      </div>
      {values.panel === 'mail' && (
        <Part>
          <MailPanel onClose={() => change({ panel: undefined })} />
        </Part>
      )}
    </div>
  );
}
