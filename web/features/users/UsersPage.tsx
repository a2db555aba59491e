import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { stops } from '../../../domain/users/transitions.ts';
import { changedSearch, stringifySearch, useGo, usePathname } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { toastError } from '../../app/notices/notify.ts';
import { userParts } from '../../app/parts/user-parts.ts';
import { useWho } from '../../app/session/session.ts';
import { store } from '../../app/session/storage.ts';
import { isViewOnly } from '../../app/session/token-life.ts';
import { PagePending } from '../../app/shell/InsidePages.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconUpload, IconUserPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { type Asking, chosenRows } from './asked.ts';
import { choicesQuery } from './loader.ts';
import type { UserRow } from './queries.ts';
import { getUserActions } from './row-actions.ts';
import { UserList } from './UserList.tsx';
import { useChangeUsers } from './use-change-users.ts';
import { useUsersAddress } from './use-users-address.ts';
import './users.css';

const UserPage = lazy(() => import('./UserPage.tsx').then((module) => ({ default: module.UserPage })));
const UserDialogs = lazy(() => import('./UserDialogs.tsx').then((module) => ({ default: module.UserDialogs })));

/** The users of a unit, a partner or the platform: the list, or in its place one user (`?id=`) or a new one (`?new=1`). */
export function UsersPage({ onImport }: { onImport?: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const path = usePathname();
  const who = useWho();
  const address = useUsersAddress();
  const { list } = address;
  const { id, new: adding } = list.values;
  const one = adding === '1' ? null : id;
  const { status, invite, restore } = useChangeUsers();
  const [asked, setAsked] = useState<{ asking: Asking; turn: number; opened: boolean } | null>(null);
  const ask = (asking: Asking) => setAsked((before) => ({ asking, turn: (before?.turn ?? 0) + 1, opened: true }));
  // Back to the list as it was: its filters have stayed in the address.
  const back = () => list.change({ id: undefined, new: undefined, tab: undefined });
  const open = (row: Pick<UserRow, 'id'>, tab?: string) => list.change({ id: row.id, tab, new: undefined });

  const actionsFor =
    (inList: boolean) =>
    (row: UserRow, done?: () => void): readonly RowAction[] =>
      getUserActions(row, {
        t,
        open: inList ? open : undefined,
        duplicate: (which) => ask({ what: 'duplicate', row: which }),
        invite: (which) => void invite(which),
        status: (action, which) =>
          stops(action)
            ? ask({ what: 'status', action, chosen: chosenRows([which]), onDone: done })
            : void status(action, which).then(done).catch(toastError),
        remove: (which) => ask({ what: 'remove', chosen: chosenRows([which]), onDone: inList ? done : back }),
        restore: (which) => void restore(which).then(done),
        more: (which) =>
          userParts.flatMap((part) => (who && can(who, part.needs) ? (part.action(which, { t, go: (href) => go(href) }) ?? []) : [])),
      });
  const listHref = `${path}${changedSearch(stringifySearch(list.values), { id: undefined, new: undefined, tab: undefined })}`;
  const crumbs = [{ label: t('users.crumb') }, { label: t('users.title'), href: listHref }];
  return (
    <>
      {one === undefined ? (
        <ListPage
          address={address}
          getActions={actionsFor(true)}
          onAsk={ask}
          onCreate={() => list.change({ new: '1', id: undefined, tab: undefined })}
          onImport={onImport}
        />
      ) : (
        // Not a part beside the page: if its code can't load, the page says so.
        <Suspense fallback={<PagePending />}>
          <UserPage
            key={one ?? 'new'}
            id={one}
            crumbs={crumbs}
            getActions={actionsFor(false)}
            onAsk={ask}
            onAdded={(added) => list.change({ id: added, new: undefined, tab: undefined }, { replace: true })}
            onBack={back}
          />
        </Suspense>
      )}
      {asked && (
        <Part>
          <UserDialogs
            key={asked.turn}
            asked={asked.asking}
            opened={asked.opened}
            onClose={() => setAsked((before) => before && { ...before, opened: false })}
            onAdded={(added) => open({ id: added })}
          />
        </Part>
      )}
    </>
  );
}

type ListProps = Parameters<typeof UserList>[0];

/** The page header with the seats, and the list. */
function ListPage(props: ListProps) {
  const { t, language } = useTranslation();
  // No suspense: the header does not wait for the seats it names.
  const { data } = useQuery(choicesQuery);
  useBreadcrumb([{ label: t('users.crumb') }, { label: t('users.title') }]);
  const seats = data?.seats;
  const number = (value: number) => formatNumber(language, value);
  const closed = isViewOnly(store.session()?.token ?? '') && t('view_only');
  const text = () => {
    if (!seats) return undefined;
    const used =
      seats.limit === null
        ? t('users.seats.unlimited', { used: number(seats.used) })
        : seats.tree === null
          ? t('users.seats.used', { used: number(seats.used), limit: number(seats.limit) })
          : t('users.seats.tree', { used: number(seats.tree), limit: number(seats.limit), own: number(seats.used) });
    const bonus = seats.bonus > 0 ? ` ${t('users.seats.bonus', { bonus: number(seats.bonus) })}` : '';
    const full = seats.left === 0 ? ` ${t('users.seats.full')}` : '';
    return `${used}${bonus}${full}`;
  };
  return (
    <div className="page users-page">
      <PageHeader
        title={t('users.title')}
        text={text()}
        actions={
          <>
            {props.onImport && (
              <Button icon={IconUpload} disabledReason={closed} onClick={props.onImport}>
                {t('users.import')}
              </Button>
            )}
            <Button kind="primary" icon={IconUserPlus} disabledReason={closed} onClick={props.onCreate}>
              {t('users.new')}
            </Button>
          </>
        }
      />
      <UserList {...props} />
    </div>
  );
}
