import { Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, lazy } from 'react';
import { getHome } from '../../../domain/access/screens.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { families } from '../../../domain/notifications/families.ts';
import { changedSearch, stringifySearch, useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useWho } from '../../app/session/session.ts';
import { useUnread } from '../../app/shell/Bell.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconChecks, IconMailCog } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnNotices, ownNoticesQuery } from '../notices/index.ts';
import { Inbox } from './Inbox.tsx';
import { getInbox, inboxQuery, views } from './loader.ts';
import { useChangeInbox } from './use-change-inbox.ts';
import './notifications.css';

const MailPanel = lazy(() => import('./MailPanel.tsx').then((module) => ({ default: module.MailPanel })));

const MessagePanel = lazy(() => import('./MessagePanel.tsx').then((module) => ({ default: module.MessagePanel })));

/** The user's inbox, grouped by day: unread ones tinted, each with one link to its subject. */
export function NotificationsPage() {
  const { t, language } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const { view, family } = getInbox(values);
  // No suspense: the chips take their counts from the list beside them.
  const { data } = useInfiniteQuery(inboxQuery({ view, family }));
  // No suspense: a count beside the list.
  const { data: notices } = useQuery(ownNoticesQuery);
  const showsNotices = values.view === 'notices';
  const inbox = useChangeInbox();
  const unread = useUnread();
  const title = t('inbox.title');
  const who = useWho();
  useBreadcrumb([{ label: t('shell.entry.home'), href: who ? getHome(who.profile) : '/' }, { label: title }]);
  const counts = data?.pages.at(-1)?.counts;
  const getHref = (next: string) => `/notifications${changedSearch(stringifySearch(values), { view: next === 'all' ? undefined : next })}`;
  const openMail = () => change({ panel: 'mail' });

  return (
    <div className="page inbox">
      <PageHeader
        title={title}
        actions={
          <>
            <Button icon={IconChecks} disabledReason={unread === 0 && t('inbox.readAll.none')} onClick={() => void inbox.readAll()}>
              {t('inbox.readAll')}
            </Button>
            <IconButton icon={IconMailCog} label={t('inbox.choose')} aria-haspopup="dialog" onClick={openMail} />
          </>
        }
      />
      <div className="inbox-tools">
        <nav className="inbox-views" aria-label={t('inbox.views')}>
          {views.map((each) => (
            <Fragment key={each}>
              {each === 'deleted' && (
                <Chip href={getHref('notices')} on={showsNotices} count={notices && formatNumber(language, notices.items.length)}>
                  {t('notices.own')}
                </Chip>
              )}
              <Chip href={getHref(each)} on={each === view && !showsNotices} count={counts && formatNumber(language, counts[each])}>
                {t(`inbox.view.${each}`)}
              </Chip>
            </Fragment>
          ))}
        </nav>
        {!showsNotices && (
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
        )}
      </div>
      <Reading>{showsNotices ? <OwnNotices /> : <Inbox />}</Reading>
      {values.message && (
        <Part>
          <MessagePanel key={values.message} id={values.message} onClose={() => change({ message: undefined })} />
        </Part>
      )}
      {values.panel === 'mail' && (
        <Part>
          <MailPanel onClose={() => change({ panel: undefined })} />
        </Part>
      )}
    </div>
  );
}
